import type { DataOf, ParsedInputOf } from '#core/contract/index.ts'
import type { Deps } from '../deps.ts'
import { Refusal } from '../refusal.ts'

/** The script in a user's file. Throws a Refusal. */
export async function readScriptFile(
  { heavy }: Pick<Deps, 'heavy'>,
  accountId: string,
  { file_name: name, content }: ParsedInputOf<'readScript'>,
): Promise<DataOf<'readScript'>> {
  const bytes = new Uint8Array(Buffer.from(content, 'base64'))
  // A packed file is many times larger when unpacked.
  const size = /\.docx$/i.test(name) ? PACKED * bytes.length : bytes.length
  const read = await heavy.do(accountId, size, 'readScriptFile', { name, bytes })
  if ('fault' in read) throw new Refusal('refused', read.fault, read.params)
  return read
}

const PACKED = 8
