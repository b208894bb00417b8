import { readFile } from 'node:fs/promises'
import { PGlite } from '@electric-sql/pglite'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { writeSrt } from '#core/subtitle/formats/srt/srt.ts'
import { toWire } from '#core/subtitle/cue/wire.ts'
import { makeCue } from '#core/subtitle/cue/cue.ts'

const migration = (name: string): Promise<string> =>
  readFile(new URL(`../../server/store/migrations/${name}`, import.meta.url), 'utf8')

const cues = [makeCue('b', 0, 1000, 'First'), makeCue('a', 1000, 2000, 'Second')]
const oldLines = toWire(cues).map(({ cue_id, ...rest }) => ({ line_id: cue_id, ...rest }))

let db: PGlite
beforeAll(async () => {
  db = await PGlite.create('memory://')
})
afterAll(() => db.close())

/** An empty schema for the unqualified names of a migration. */
const inSchema = (name: string) => db.exec(`create schema ${name}; set search_path to ${name}`)

test('0005 carries versions and frozen tasks over to cues, in their order', async () => {
  for (const name of ['0001_initial.sql', '0002_derived.sql', '0003_roles.sql', '0004_avatars.sql']) {
    await db.exec(await migration(name))
  }
  const lines = JSON.stringify(oldLines)
  await db.exec(`
    insert into account (id, customer_type, nickname, ckey) values ('A', -1, 'n', 'k');
    insert into folder (id, account_id, name) values ('F', 'A', 'f');
    insert into video (id, account_id, folder_id, name, language, blob_key, content_hash, size, duration_ms, info)
      values ('V', 'A', 'F', 'v', 'en', 'b', 'h', 1, 1, '{}');
    insert into subtitle (id, account_id, folder_id, video_id, name, source, language, version, lines, line_sum, line_errors)
      values ('S', 'A', 'F', 'V', 's', 'upload', 'en', 1, '${lines}', 2, '{"no_subtitle": []}'),
             ('E', 'A', 'F', 'V', 'e', 'upload', 'en', 2, '[]', 0, '{"no_subtitle": []}');
    insert into task (id, account_id, folder_id, video_id, name, type, config, credits, idempotency_key)
      values ('T', 'A', 'F', 'V', 't', 'subtitle_translate', '{"language": "de", "lines": ${lines}}', 1, 'i'),
             ('X', 'A', 'F', 'V', 'x', 'video_extract', '{"language": "en"}', 1, 'j');
  `)
  await db.exec(await migration('0005_cues.sql'))
  const subtitles = await db.query('select id, cues, cue_sum, cue_errors from subtitle order by version')
  expect(subtitles.rows).toEqual([
    { id: 'S', cues: toWire(cues), cue_sum: 2, cue_errors: { no_subtitle: [] } },
    { id: 'E', cues: [], cue_sum: 0, cue_errors: { no_subtitle: [] } },
  ])
  const tasks = await db.query('select id, config from task order by id')
  expect(tasks.rows).toEqual([
    { id: 'T', config: { language: 'de', cues: toWire(cues) } },
    { id: 'X', config: { language: 'en' } },
  ])
})

test('0019 makes comments of SubStation files what they were, in versions that show where they are from', async () => {
  await inSchema('comments')
  await db.exec('create table subtitle (id text, revision int, cues jsonb)')
  const insert = (id: string, ...texts: string[]) =>
    db.query('insert into subtitle values ($1, 1, $2)', [
      id,
      JSON.stringify(toWire(texts.map((text, at) => makeCue(`c${at}`, at, at + 1, text)))),
    ])
  await insert('ass', '{note to self}One {sure?} "two"', '{\\pos(1,2)}Three {\\*kept}', 'Four')
  await insert('srt', '{Music playing}', '{\\an8}One')
  await insert('plain', '{\\pos(1,2)}One')
  await insert('empty')
  await db.exec(await migration('0019_ass_comments.sql'))
  const { rows } = await db.query<{ id: string; revision: number; cues: { text: string }[] }>(
    'select * from subtitle order by id',
  )
  expect(rows.map(({ id, revision, cues }) => [id, revision, cues.map(({ text }) => text)])).toEqual([
    ['ass', 2, ['{\\*note to self}One {\\*sure?} "two"', '{\\pos(1,2)}Three {\\*kept}', 'Four']],
    ['empty', 1, []],
    ['plain', 1, ['{\\pos(1,2)}One']],
    ['srt', 1, ['{Music playing}', '{\\an8}One']],
  ])
})

test('0170 measures versions as they are measured when they are saved', async () => {
  await inSchema('sizes')
  await db.exec('create table subtitle (id text, cues jsonb)')
  const texts = ['One', 'Grüße\nfrom here', ...Array.from({ length: 9 }, () => 'x')]
  const cues = texts.map((text, at) => makeCue(`c${at}`, at * 1000, at * 1000 + 500, text))
  await db.query('insert into subtitle values ($1, $2), ($3, $4)', ['S', JSON.stringify(toWire(cues)), 'E', '[]'])
  await db.exec(await migration('0170_subtitle_size.sql'))
  const { rows } = await db.query<{ id: string; size: number }>('select id, size from subtitle order by id')
  expect(rows.map(({ id, size }) => [id, size])).toEqual([
    ['E', 0],
    ['S', Buffer.byteLength(writeSrt(cues))],
  ])
})
