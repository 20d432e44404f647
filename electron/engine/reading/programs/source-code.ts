/*
 * Source code of programs, by how it begins: seeds and fixtures with users as literals, which only the program itself can write out. Data may
 * begin with one such line, so a language that begins with a plain sentence is told by a second line as well.
 */

type Language = { readonly name: string; readonly opening: RegExp; readonly further?: RegExp }

const languages: readonly Language[] = [
  {
    name: 'a program in Ruby',
    opening: /^(?:module|class) [A-Z][\w:]{0,100}(?: ?< ?[\w:]{1,100})?[ \r]*\n/,
    further: /^[ \t]{0,40}(?:def |end\b|[A-Z_]{1,60} ?= ?[[{%])/m,
  },
  {
    name: 'a program in Ruby',
    opening:
      /^(?:(?:require_relative|require) ["'][\w./-]{1,100}["'][ \r]*\n|[A-Z]\w{0,60}(?:::\w{1,60}){0,5}\.(?:(?:(?:find_or_)?create(?:_by)?|insert_all|upsert_all)!? ?[({]|(?:delete_all|destroy_all)[ \r]*\n|(?:transaction|define|seed) do\b))/,
  },
  {
    name: 'a program in Python',
    opening:
      /^[A-Za-z]\w{0,60}(?:: ?[\w[\], .]{1,100})? = [[{(]\s{0,200}(?:(?:[[{(]\s{0,200})?["'][^"'\n]{1,100}["'](?: ?: ?["'{[(\d]|, ?["'][^\n]{0,2000}\),?[ \r]*\n)|dict\(|[A-Z]\w{0,60}\()/,
  },
  {
    name: 'a program in Python',
    opening:
      /^(?:from [\w.]{1,100} import [\w(*]|def \w{1,60}\([^)\n]{0,200}\)[^\n:]{0,60}:[ \r]*\n|\w{1,60}\.objects\.(?:bulk_)?create\w{0,20}\()/,
    further: /^\s*\S/,
  },
  {
    name: 'a program in Python',
    opening: /^import [\w.]{1,100}(?: as \w{1,60})?[ \r]*\n/,
    further: /^(?:def |class \w{1,60}[:(]|from [\w.]{1,100} import |[A-Za-z]\w{0,60} = \S|if __name__)/m,
  },
  {
    name: 'a program in Go',
    opening: /^package \w{1,60}[ \r]*\n/,
    further: /^(?:import|func|var|type|const) ?[\w("]/m,
  },
  {
    name: 'a program in Java',
    opening: /^(?:package|import static|import) [\w.*]{1,200};[ \r]*\n/,
    further: /^(?:import [\w.]{1,200}|(?:public |final |abstract )*(?:class|record|enum|interface) )/m,
  },
  {
    name: 'a program in C#',
    opening: /^(?:using [\w.]{1,200};|namespace [\w.]{1,200};?)[ \r]*\n/,
    further: /^[ \t]{0,20}(?:namespace|public|internal|using) \w/m,
  },
  {
    name: 'a program in Perl',
    opening: /^use (?:strict|warnings|v?5[\d._]{0,10})\b[^\n;]{0,60};/,
  },
  {
    name: 'a program',
    opening: /^[A-Za-z]\w{0,60} = [[{]\s{0,200}(?:\{\s{0,200})?(?::\w{1,60} ?=> ?|["']\w{1,60}["'] ?=> ?|\w{1,60}: )/,
  },
  {
    name: 'a program',
    opening:
      /^(?:module\.exports|exports\.|export\s+(?:default|const)|import [^\n;]{1,200} from ["']|(?:const|let|var|val|local)\s+\w+(?:: ?[^\n=]{1,100})?\s*=|[\w$.]{1,100}\(\s*(?:\{\s*"|\[\s*\{))/,
  },
]

/** Lines above the first statement: comments, the name of an interpreter, and the sentence that a language has for a whole file. */
const above =
  /^(?:\s+|(?:#|\/\/)[^\n]{0,500}\n|\/\*[^*]{0,2000}(?:\*(?!\/)[^*]{0,2000}){0,200}\*\/|"""[^"]{0,2000}"""|["']use strict["'];?)/

/** The kind of program that a text is, as in a sentence; null: it is none. */
export function programIn(text: string): string | null {
  let rest = text
  for (let passed = above.exec(rest); passed !== null; passed = above.exec(rest)) rest = rest.slice(passed[0].length)
  const found = languages.find(
    ({ opening, further }) => opening.test(rest) && (further?.test(rest.slice(rest.indexOf('\n') + 1)) ?? true),
  )
  return found?.name ?? null
}
