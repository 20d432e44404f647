import type { Random } from './random.ts'
import type { Corrupt } from './corrupt-bytes.ts'

const marks = ['"', '""', "'", '{', '}', '[', ']', '(', ')', ',', ';', '\t', ':', '\\', '`', '\\.', '--', '/*'] as const
const lineEnds = ['\n', '\r\n', '\r', '\n\n', '\n\r', '\u00e2\u0080\u00a8', '\u0085'] as const
const bytes = {
  nul: Buffer.from([0]),
  mark: Buffer.from('\uFEFF'),
  mark16: Buffer.from([0xff, 0xfe]),
  surrogate: Buffer.from([0xed, 0xa0, 0x80]),
  cutCharacter: Buffer.from([0xf0, 0x9f]),
  overlong: Buffer.from([0xc0, 0xaf]),
  none: Buffer.from([0xff]),
}

/** Damage that users, editors and other programs do to texts. */
export const corruptText: Readonly<Record<string, Corrupt>> = {
  'stray marks': (content, random) =>
    insert(content, random, 1 + random.below(4), () => Buffer.from(random.pick(marks))),
  'stray bytes': (content, random) => {
    const all = Object.values(bytes)
    return insert(content, random, 1 + random.below(4), () => all[random.below(all.length)] ?? bytes.nul)
  },
  'a byte order mark': (content, random) => Buffer.concat([random.pick([bytes.mark, bytes.mark16]), content]),
  'other line ends': (content, random) => {
    const end = random.pick(lineEnds)
    const often = random.pick([1, 2, 5])
    return onText(content, (text) => text.replaceAll('\n', (usual) => (random.once(often) ? end : usual)))
  },
  'no line ends': (content) => onText(content, (text) => text.replaceAll('\n', ' ')),
  'lone surrogates': (content, random) =>
    insert(content, random, 2, () => Buffer.from(random.pick(['\\ud800', '\\udfff', '\\u0000', '\\uZZZZ']))),
  'dangerous names': (content, random) => {
    const name = random.pick(['__proto__', 'constructor', 'toString', 'hasOwnProperty', '__defineGetter__', ''])
    const often = random.pick([1, 3, 10])
    return onText(content, (text) =>
      text.replaceAll(/"(\w{2,20})"(?=\s*:)|(?<=^|,)\w{2,20}(?=,)/g, (usual) => {
        if (!random.once(often)) return usual
        return usual.startsWith('"') ? `"${name}"` : name
      }),
    )
  },
  'huge numbers': (content, random) => {
    const number = random.pick([
      '9'.repeat(400),
      '1e999',
      '-0',
      '-1e-999',
      '0x10',
      '1.'.repeat(40),
      '-',
      '9007199254740993',
    ])
    const often = random.pick([1, 4])
    return onText(content, (text) => text.replaceAll(/\d+/g, (usual) => (random.once(often) ? number : usual)))
  },
  'no values': (content, random) => {
    const nothing = random.pick(['null', 'true', '""', '[]', '{}', '0', '\\N', '[null]', '[[]]', ''])
    const often = random.pick([1, 3])
    return onText(content, (text) =>
      text.replaceAll(/(?<=: ?)"[^"\n]*"|(?<=,)[^",\n]+(?=,)/g, (usual) => (random.once(often) ? nothing : usual)),
    )
  },
  'lines in another order': (content, random) =>
    onText(content, (text) => {
      const lines = text.split('\n')
      for (let at = lines.length - 1; at > 0; at -= 1) {
        const other = random.below(at + 1)
        ;[lines[at], lines[other]] = [lines[other] ?? '', lines[at] ?? '']
      }
      return lines.join('\n')
    }),
}

/** Damage of which one file needs a lot: it is done seldom. */
export const corruptAtLength: Readonly<Record<string, Corrupt>> = {
  'a cell of 1 MiB': (content, random) => {
    const filling = random.pick(['x', '@a.', '..', '""', '\\"', ' ', '1', '$', ',', '\n', 'é', '{"a":', "''", '\\\\'])
    const cell = filling.repeat(Math.ceil((1024 * 1024) / filling.length))
    return insert(content, random, 1, () => Buffer.from(random.pick([cell, `"${cell}"`, `a@${cell}`])))
  },
  'nested to depth 100,000': (content, random) => {
    const [open, close] = random.pick([
      ['[', ']'],
      ['{"a":', '}'],
      ['[{"a":', '}]'],
      ['(', ')'],
    ])
    const deep = open.repeat(100_000)
    const nested = random.pick([deep, `${deep}1${close.repeat(100_000)}`, close.repeat(100_000)])
    return random.once(2)
      ? insert(content, random, 1, () => Buffer.from(nested))
      : onText(content, (text) => text.replace(/(?<=: ?)"[^"\n]*"/, () => nested))
  },
}

/** Puts something at random places. */
function insert(content: Buffer, random: Random, times: number, what: () => Buffer): Buffer {
  let corrupted = content
  for (let count = 0; count < times; count += 1) {
    const at = random.below(corrupted.length + 1)
    corrupted = Buffer.concat([corrupted.subarray(0, at), what(), corrupted.subarray(at)])
  }
  return corrupted
}

/** One character for each byte, so that bytes which are no text stay as they are. */
function onText(content: Buffer, change: (text: string) => string): Buffer {
  return Buffer.from(change(content.toString('latin1')), 'latin1')
}
