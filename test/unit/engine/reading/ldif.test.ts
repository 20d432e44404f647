import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { scanRecords } from '../../../../electron/engine/reading/scan-records.ts'
import { ldifScanner } from '../../../../electron/engine/reading/ldif/ldif-scanner.ts'
import { readEntry } from '../../../../electron/engine/reading/ldif/read-entry.ts'
import { collect, inPieces, linesOf, openWith, readAll, valuesOf } from './support.ts'

const ann = 'dn: uid=ann,dc=acme\nuid: ann\nmail: ann@acme.example\n'
const annRead = { dn: 'uid=ann,dc=acme', uid: 'ann', mail: 'ann@acme.example' }
const base64 = (text: string | Buffer) => Buffer.from(text).toString('base64')

describe('LDIF', () => {
  it('is known by its first entry, behind comments and a version', async () => {
    for (const start of [
      '',
      '# made by slapcat\n# for all\n\n',
      'version: 1\n\n',
      '\uFEFFversion: 1\n',
      '# folded\n  on\n',
    ]) {
      const opened = await openWith(start + ann)
      expect([opened.format, opened.sample.records]).toEqual(['ldif', [annRead]])
    }
  })

  it('is known by a later entry where the name of the first was lost, and names that one', async () => {
    for (const lineEnd of ['\n', '\r\n']) {
      const text = `objectClass: organizationalRole\nobjectClass: top\ncn: admin\n\n${ann}objectClass: person\n`
      const withEnds = text.replaceAll('\n', lineEnd)
      expect((await openWith(withEnds)).format).toBe('ldif')
      expect(linesOf(await readAll(withEnds))).toEqual([
        [1, 'These lines do not begin with the name o'],
        [5, { ...annRead, objectClass: 'person' }],
      ])
    }
  })

  it('leaves a list in YAML that speaks of the same attributes to its own reader', async () => {
    for (const text of [
      'uid: ann\nmail: ann@acme.example\n',
      'cn: Ann\nldap:\n  dn: uid=ann,dc=acme\n  objectClass: x\n',
    ]) {
      expect((await openWith(text)).format).toBe('yaml')
    }
  })

  it('joins folded lines, reads base64, and leaves comments out', async () => {
    const folded =
      'dn: uid=ann,\n dc=acme\n# a remark\n  that goes on\nmail:: YW5uQGFjbWU\n uZXhhbXBsZQ==\ncn:: Sm9zw6k=\nsn;lang-de:  M\n'
    expect(valuesOf(await readAll(folded))).toEqual([
      { dn: 'uid=ann,dc=acme', mail: 'ann@acme.example', cn: 'José', sn: 'M' },
    ])
  })

  it('keeps several values of one attribute, however its name is written', async () => {
    expect(valuesOf(await readAll('dn: uid=a\nmail: a@x.org\nMAIL: b@x.org\nmail;lang-en: c@x.org\n'))).toEqual([
      { dn: 'uid=a', mail: ['a@x.org', 'b@x.org', 'c@x.org'] },
    ])
  })

  it('has an attribute under the first of its two names', async () => {
    const text = 'dn: commonName=a,organizationalUnitName=b\nuserId: a\nuid: b\nsurName: c\nemployeeId: d\n'
    expect(valuesOf(await readAll(text))).toEqual([
      { dn: 'commonName=a,organizationalUnitName=b', uid: ['a', 'b'], sn: 'c', employeeid: 'd' },
    ])
  })

  it('has names with an underscore first, as exporters of identity services write them', async () => {
    const text = 'dn: uid=a\n_links.self.href: https://api.acme.example/users/7\naccount.canAuthenticate: true\n'
    expect(valuesOf(await readAll(text))).toEqual([
      { dn: 'uid=a', '_links.self.href': 'https://api.acme.example/users/7', 'account.canauthenticate': 'true' },
    ])
  })

  it('has an attribute whose name every object has, as any other', async () => {
    expect(valuesOf(await readAll('dn: uid=a\nconstructor: b\nuid: a\n'))).toEqual([
      { dn: 'uid=a', constructor: 'b', uid: 'a' },
    ])
  })

  it('names a change whatever its other lines are', async () => {
    expect(valuesOf(await readAll('dn: uid=a\n-\nuid:: %\nChangeType: modify\n'))).toEqual([
      expect.stringContaining('This is a change to an entry'),
    ])
  })

  it('describes bytes that are no text, and reads the GUID of Active Directory', async () => {
    const guid = Buffer.from('00112233445566778899aabbccddeeff', 'hex')
    const text = `dn: cn=a\njpegPhoto:: ${base64(Buffer.from([255, 216, 0, 1]))}\nobjectGUID:: ${base64(guid)}\nuserPassword:: ${base64('{SSHA}x')}\n`
    expect(valuesOf(await readAll(text))).toEqual([
      {
        dn: 'cn=a',
        jpegPhoto: '(4 bytes)',
        objectGUID: '33221100-5544-7766-8899-aabbccddeeff',
        userPassword: '{SSHA}x',
      },
    ])
  })

  it('never opens another file, and gives no user up for a picture', async () => {
    const text = `${ann}jpegPhoto:< file:///etc/hostname\n\ndn: uid=b\nuserPassword:< file:///etc/passwd\n`
    expect(linesOf(await readAll(text))).toEqual([
      [1, { ...annRead, jpegPhoto: '(in another file, which is not opened)' }],
      [6, 'A value of this entry is in another file'],
    ])
  })

  it('reads what is added, and names changes, referrals and lines that are no entry', async () => {
    const others = [
      'dn: uid=b\nchangetype: add\nuid: b\n',
      'dn: uid=c\ncontrol: 1.2.3 true\nchangetype: modify\nreplace: mail\nmail: x@x.org\n-\n',
      'dn: uid=d\nchangetype: delete\n',
      'ref: ldap://other.example/dc=acme\n',
      'mail: lost@acme.example\n',
      'dn: uid=e\nmail:: %%%\n',
      'dn: uid=f\nwithout a colon\n',
    ]
    expect(linesOf(await readAll([ann, ...others].join('\n')))).toEqual([
      [1, annRead],
      [5, { dn: 'uid=b', uid: 'b' }],
      [9, 'This is a change to an entry, not an ent'],
      [16, 'This is a change to an entry, not an ent'],
      [19, 'This is a reference to another directory'],
      [21, 'These lines do not begin with the name o'],
      [23, 'A value of this entry is not valid base6'],
      [26, 'This entry has a line that is not an att'],
    ])
  })

  it('counts no end of a search as an entry, and says when the search ended early', async () => {
    const end = (code: string) => `\n# search result\nsearch: 2\nresult: ${code}\n\n# numEntries: 1\n`
    expect(linesOf(await readAll(ann + end('0 Success')))).toEqual([[1, annRead]])
    const records = await readAll(ann + end('4 Size limit exceeded'))
    expect(linesOf(records)).toEqual([
      [1, annRead],
      [5, 'The directory ended the search at its si'],
    ])
    expect(records[1]).toMatchObject({ truncates: true })
  })

  it('is the same however the file ends its lines and wherever a chunk ends', async () => {
    const text = `${ann}\n\n# x\n${ann}description: a\n  b\n\n${ann}`
    const whole = valuesOf(await readAll(text))
    for (const ends of ['\r\n', '\r']) expect(valuesOf(await readAll(text.replaceAll('\n', ends)))).toEqual(whole)
    for (const size of [1, 2, 3, 7]) {
      const content = Buffer.from(text.replaceAll('\n', '\r\n'))
      expect(valuesOf(await collect(scanRecords(inPieces(content, [size]), ldifScanner, readEntry)))).toEqual(whole)
    }
  })

  it('reads an entry again by its place', async () => {
    const opened = await openWith(`version: 1\n\n${ann}\ndn: uid=b\nuid: b\n`)
    const records = await collect(opened.batches())
    expect(await opened.recordAt(records[1]?.offset ?? -1)).toEqual({ dn: 'uid=b', uid: 'b' })
  })

  it('is the same wherever its lines are folded', () => {
    const line = fc.constantFrom(
      'mail: ann@acme.example',
      `userPassword:: ${base64('{CRYPT}$2b$10$abc')}`,
      `cn:: ${base64('Zoë')} `,
      'cn:: not base64!',
      'controls: a',
      'changetype: add',
      'changetype: delete',
      'description:',
      'x: a: b :: c',
      'photo:< file:///a.png',
      '# a comment',
      'no attribute',
    )
    fc.assert(
      fc.property(fc.array(line, { maxLength: 4 }), fc.array(fc.nat(40), { maxLength: 8 }), (lines, places) => {
        const folded = ['dn: uid=ann,dc=acme', ...lines].map((one, at) => {
          const own = places.filter((place, index) => place <= one.length && index % (lines.length + 1) === at)
          const cuts = [...new Set(own)].toSorted((a, b) => b - a)
          return cuts.reduce((text, cut) => `${text.slice(0, cut)}\n ${text.slice(cut)}`, one)
        })
        const read = (text: readonly string[]) => {
          const parsed = readEntry(`${text.join('\n')}\n`, 0)
          return parsed?.kind === 'record' ? parsed.value : parsed
        }
        expect(read(folded)).toEqual(read(['dn: uid=ann,dc=acme', ...lines]))
      }),
    )
  })
})
