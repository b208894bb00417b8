import { Document, Packer, Paragraph, TextRun } from 'docx'
import { zipSync } from 'fflate'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { signUp, startServer, type TestServer } from '#tests/support/server.ts'

let server: TestServer
let token: string
beforeAll(async () => {
  server = await startServer()
  token = await signUp(server)
})
afterAll(() => server.close())

const read = (file_name: string, bytes: Uint8Array) =>
  server.call('readScript', { file_name, content: Buffer.from(bytes).toString('base64') }, token)

test('a Word file is read as the same script as its text', async () => {
  const rows = ['INT. PIER - DAY', '', 'ANNA', 'Come in. Sit down.', '', 'BEN', 'I can’t.']
  const children = rows.map((row) => new Paragraph({ children: row === '' ? [] : [new TextRun(row)] }))
  const bytes = await Packer.toBuffer(new Document({ sections: [{ children }] }))
  const { data } = await read('script.docx', bytes)
  expect(data).toEqual({ text: `${rows.join('\n')}\n`, sentences: 3, speakers: ['ANNA', 'BEN'] })
  expect((await read('script.txt', Buffer.from(rows.join('\r\n')))).data).toMatchObject({ sentences: 3 })
})

test('headings of a Word file are scenes', async () => {
  const children = [new Paragraph({ text: 'The pier', heading: 'Heading1' }), new Paragraph('Come in.')]
  const bytes = await Packer.toBuffer(new Document({ sections: [{ children }] }))
  expect((await read('script.docx', bytes)).data).toMatchObject({ text: '# The pier\nCome in.\n', sentences: 1 })
})

test('older encodings are told apart', async () => {
  const bytes = Buffer.from('D\xe9sol\xe9, mon t\xe9l\xe9phone \xe9tait d\xe9charg\xe9.', 'latin1')
  expect((await read('script.txt', bytes)).data).toMatchObject({ text: 'Désolé, mon téléphone était déchargé.' })
})

test.each([
  ['a picture', 'script.txt', new Uint8Array([0x89, 0x50, 0, 0, 1, 2, 0, 7]), /can’t be read as a script/],
  ['no Word file', 'script.docx', Buffer.from('not a zip'), /can’t be read as a script/],
  ['an archive that unpacks to more than any script', 'script.docx', bomb(), /can’t be read as a script/],
  ['no words', 'script.md', Buffer.from('---\n\n***\n'), /has no words/],
  ['too long a text', 'script.txt', Buffer.alloc(500_000, 'a '), /at most 400,?000 characters/],
])('%s is refused in words', async (_, name, bytes, message) => {
  const { code, message: shown } = await read(name, bytes)
  expect(code).not.toBe(0)
  expect(shown).toMatch(message)
})

function bomb(): Uint8Array {
  const xml = new Uint8Array(80 * 1024 ** 2).fill(32)
  return zipSync({ 'word/document.xml': xml, '[Content_Types].xml': new Uint8Array(0) }, { level: 9 })
}
