/**
 * Writes tests/fixtures/database-4.sql: a database at its fourth migration with rows in every table, for a migration
 * test. Released migrations never change, so the result is constant.
 */
import { createHash } from 'node:crypto'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const root = join(import.meta.dirname, '..')
const migrations = ['0001_initial.sql', '0002_derived.sql', '0003_roles.sql', '0004_avatars.sql']
const sampleFile = join(root, 'assets/sample/harbour.mp4')

type Value = string | number | boolean | null | object
type Row = Record<string, Value>

const sha256 = (content: string | Buffer): string => createHash('sha256').update(content).digest('hex')
const sampleHash = sha256(readFileSync(sampleFile))
const otherHash = sha256('another video')
const PAST = '2026-10-01T08:00:00Z'
const LATER = '2026-10-02T08:00:00Z'
const FAR = '2099-01-01T00:00:00Z'

/** Where step results were: 40 hexadecimal digits. */
const derived = (name: string, file: string): string => `derived/${sha256(name).slice(0, 40)}/${file}`

const info = {
  durationMs: 40_000,
  width: 640,
  height: 360,
  rate: [25, 1],
  format: 'mov,mp4,m4a,3gp,3g2,mj2',
  hasAudio: true,
  streams: [
    { kind: 'video', codec: 'h264', language: 'und' },
    { kind: 'audio', codec: 'aac', language: 'eng' },
  ],
}

const line = (index: number, text: string, roles: string[] = []): Row => ({
  line_id: `line-${index}`,
  srt_index: index,
  time: `00:00:0${index},000 --> 00:00:0${index},900`,
  text,
  folder_role_id: roles,
})
const english = [line(1, 'good morning', ['role-anna']), line(2, 'the house is small'), line(3, '')]
const spanish = [line(1, 'buenos días'), line(2, 'la casa es pequeña')]
const errors = (missing: number[] = []): Row => ({
  line_time_error: [],
  no_subtitle: missing,
  sequence_time_error: [],
})

const person = { account_id: 'account-anna' }
const place = { ...person, folder_id: 'folder-work' }
const subtitle = { ...place, role_state: 0, is_use: false, revision: 1, created_at: PAST, updated_at: PAST }
const task = {
  ...place,
  subtitle_id: null,
  name: 'Harbour morning',
  progress: 0,
  attempts: 0,
  fail_msg: '',
  result_blob: null,
  result_subtitle_id: null,
  read: false,
  created_at: LATER,
  updated_at: LATER,
}
const keys = (name: string): Row => ({
  cover_key: derived(`${name} cover`, 'cover.jpg'),
  proxy_key: derived(`${name} proxy`, 'proxy.mp4'),
  hls_key: derived(`${name} hls`, 'index.m3u8'),
  peaks_key: derived(`${name} peaks`, 'peaks.bin'),
  strip_key: derived(`${name} strip`, 'strip.jpg'),
  // Sent by a browser: its name is no step's key.
  shots_key: 'derived/from-a-browser-1/shots.json',
})
const noKeys = { cover_key: null, proxy_key: null, hls_key: null, peaks_key: null, strip_key: null, shots_key: null }
const video = { ...place, upload_id: null, sample_id: null, language: 'en', size: 1_000_000, duration_ms: 40_000, info }

const tables: [string, Row[]][] = [
  ['setting', [{ key: 'signing_secret', value: 'a-secret-of-before' }]],
  [
    'account',
    [
      {
        id: 'account-anna',
        customer_type: 1,
        name: 'Anna',
        email: 'anna@example.org',
        password_hash: '$argon2id$v=19$m=65536,t=3,p=4$c2FsdHNhbHRzYWx0$bm8gcGFzc3dvcmQgaGFzIHRoaXMgaGFzaA',
        nickname: 'Anna',
        ckey: 'ck_anna',
        is_staff: false,
        created_at: PAST,
      },
      {
        id: 'account-visitor',
        customer_type: -1,
        name: null,
        email: null,
        password_hash: null,
        nickname: '',
        ckey: 'ck_visitor',
        is_staff: false,
        created_at: PAST,
      },
    ],
  ],
  [
    'session',
    [
      { token_hash: sha256('token-of-anna'), account_id: 'account-anna', expires_at: FAR },
      { token_hash: sha256('token-of-visitor'), account_id: 'account-visitor', expires_at: FAR },
    ],
  ],
  [
    'folder',
    [
      { id: 'folder-work', ...person, name: 'Work', created_at: PAST },
      { id: 'folder-sample', ...person, name: 'Harbour morning', created_at: LATER },
      { id: 'folder-visitor', account_id: 'account-visitor', name: 'Mine', created_at: PAST },
    ],
  ],
  [
    'upload',
    ['prepared', 'failed', 'waiting', 'open'].map((name) => ({
      id: `upload-${name}`,
      ...person,
      file_name: `${name}.mp4`,
      size: 1_000_000,
      part_size: 8_388_608,
      blob_key: `source/upload-${name}/original.mp4`,
      storage_id: name,
      state: name === 'open' ? 'open' : 'used',
      created_at: PAST,
    })),
  ],
  [
    'video',
    [
      {
        ...video,
        id: 'video-sample',
        folder_id: 'folder-sample',
        sample_id: 'harbour',
        name: 'Harbour morning',
        blob_key: 'sample/harbour/harbour.mp4',
        content_hash: sampleHash,
        state: 1,
        progress: 1,
        fail_msg: '',
        ...keys('sample'),
        created_at: LATER,
      },
      {
        ...video,
        id: 'video-prepared',
        upload_id: 'upload-prepared',
        name: 'Prepared',
        blob_key: 'source/upload-prepared/original.mp4',
        content_hash: otherHash,
        state: 1,
        progress: 1,
        fail_msg: '',
        ...keys('prepared'),
        created_at: LATER,
      },
      {
        ...video,
        id: 'video-failed',
        upload_id: 'upload-failed',
        name: 'Failed',
        blob_key: 'source/upload-failed/original.mp4',
        content_hash: sha256('a damaged video'),
        state: 2,
        progress: 0.3,
        fail_msg: JSON.stringify({ key: 'ingest_failed', params: { id: 'log-7' } }),
        ...noKeys,
        created_at: PAST,
      },
      {
        ...video,
        id: 'video-waiting',
        upload_id: 'upload-waiting',
        name: 'Waiting',
        blob_key: 'source/upload-waiting/original.mp4',
        content_hash: sampleHash,
        state: 3,
        progress: 0.5,
        fail_msg: '',
        ...noKeys,
        created_at: PAST,
      },
      {
        ...video,
        id: 'video-visitor',
        account_id: 'account-visitor',
        folder_id: 'folder-visitor',
        sample_id: 'harbour',
        name: 'Harbour morning',
        blob_key: 'sample/harbour/harbour.mp4',
        content_hash: sampleHash,
        state: 1,
        progress: 1,
        fail_msg: '',
        ...keys('sample'),
        shots_key: derived('sample shots', 'shots.json'),
        created_at: PAST,
      },
    ],
  ],
  [
    'subtitle',
    [
      {
        ...subtitle,
        id: 'subtitle-english',
        folder_id: 'folder-sample',
        video_id: 'video-sample',
        task_id: null,
        name: 'Harbour morning',
        source: 'upload',
        language: 'en',
        version: 1,
        lines: english,
        line_sum: 3,
        line_errors: errors([3]),
        role_state: 1,
        is_use: true,
        revision: 4,
      },
      {
        ...subtitle,
        id: 'subtitle-spanish',
        folder_id: 'folder-sample',
        video_id: 'video-sample',
        task_id: 'task-finished',
        name: 'Harbour morning',
        source: 'translate',
        language: 'es',
        version: 2,
        lines: spanish,
        line_sum: 2,
        line_errors: errors(),
      },
      {
        ...subtitle,
        id: 'subtitle-empty',
        video_id: 'video-prepared',
        task_id: null,
        name: 'Empty',
        source: 'upload',
        language: 'de',
        version: 1,
        lines: [],
        line_sum: 0,
        line_errors: errors(),
        is_use: true,
      },
    ],
  ],
  [
    'role',
    [
      {
        id: 'role-anna',
        ...person,
        folder_id: 'folder-sample',
        name: 'Anna',
        avatars: ['avatar/picture-1/avatar.jpg'],
        created_at: PAST,
      },
    ],
  ],
  ['avatar', [{ id: 'picture-2', ...person, created_at: PAST }]],
  [
    'task',
    [
      {
        ...task,
        id: 'task-finished',
        folder_id: 'folder-sample',
        video_id: 'video-sample',
        subtitle_id: 'subtitle-english',
        type: 'subtitle_translate',
        config: { source_language: 'en', to_language: 'es', revision: 4, lines: english },
        language: 'es',
        previous_language: 'en',
        state: 1,
        progress: 1,
        step: '',
        credits: 3,
        attempts: 1,
        idempotency_key: 'key-finished',
        result_subtitle_id: 'subtitle-spanish',
        read: true,
      },
      {
        ...task,
        id: 'task-rendered',
        folder_id: 'folder-sample',
        video_id: 'video-sample',
        subtitle_id: 'subtitle-english',
        type: 'video_synthesis',
        config: { synthesis_type: 'burn', position: 'top', revision: 4, lines: english, language: 'en' },
        language: 'en',
        previous_language: 'en',
        state: 1,
        progress: 1,
        step: '',
        credits: 2,
        attempts: 1,
        idempotency_key: 'key-rendered',
        result_blob: derived('render', 'result.mp4'),
      },
      {
        ...task,
        id: 'task-failed',
        video_id: 'video-prepared',
        name: 'Prepared',
        type: 'video_extract',
        config: { subtitle_extract_mode: 'audio', source_language: 'en' },
        language: 'en',
        previous_language: '',
        state: 2,
        progress: 0.4,
        step: '',
        fail_msg: JSON.stringify({ key: 'no_speech_found' }),
        credits: 2,
        attempts: 1,
        idempotency_key: 'key-failed',
      },
      {
        ...task,
        id: 'task-queued',
        folder_id: 'folder-sample',
        video_id: 'video-sample',
        subtitle_id: 'subtitle-english',
        type: 'video_synthesis',
        config: { synthesis_type: 'soft', position: 'bottom', revision: 4, lines: english, language: 'en' },
        language: 'en',
        previous_language: 'en',
        state: 0,
        step: '',
        credits: 2,
        idempotency_key: 'key-queued',
      },
    ],
  ],
  [
    'artefact',
    [
      {
        key: sha256('sample cover').slice(0, 40),
        step: 'cover',
        value: { blob: derived('sample cover', 'cover.jpg') },
        created_at: PAST,
      },
    ],
  ],
  [
    'step_run',
    [
      {
        owner_id: 'task-finished',
        key: sha256('translate').slice(0, 40),
        step: 'translate',
        started_at: LATER,
        finished_at: LATER,
      },
      {
        owner_id: 'video-sample',
        key: sha256('cover').slice(0, 40),
        step: 'cover',
        started_at: PAST,
        finished_at: null,
      },
    ],
  ],
  [
    'credit_grant',
    [
      {
        id: 'grant-gift',
        ...person,
        source: 'gift',
        reason: 'sign-up account-anna',
        expires_at: FAR,
        created_at: PAST,
      },
      {
        id: 'grant-bought',
        ...person,
        source: 'purchase',
        reason: 'order 17',
        expires_at: null,
        created_at: LATER,
      },
    ],
  ],
  [
    'credit_entry',
    [
      ['grant-gift', 'grant', 200, null],
      ['grant-bought', 'grant', 50, null],
      ['grant-gift', 'hold', -3, 'task-finished'],
      ['grant-gift', 'settle', 0, 'task-finished'],
      ['grant-gift', 'hold', -2, 'task-rendered'],
      ['grant-gift', 'settle', 0, 'task-rendered'],
      ['grant-gift', 'hold', -2, 'task-failed'],
      ['grant-gift', 'release', 2, 'task-failed'],
      ['grant-gift', 'hold', -2, 'task-queued'],
    ].map(([grant_id = '', kind = '', amount = 0, task_id = null]) => ({
      ...person,
      grant_id,
      kind,
      amount,
      task_id,
      created_at: LATER,
    })),
  ],
  ['kysely_migration', migrations.map((name) => ({ name, timestamp: PAST }))],
  ['kysely_migration_lock', [{ id: 'migration_lock', is_locked: 0 }]],
]

function literal(value: Value): string {
  if (value === null) return 'null'
  if (typeof value === 'number' || typeof value === 'boolean') return String(value)
  const text = typeof value === 'string' ? value : JSON.stringify(value)
  return `'${text.replaceAll("'", "''")}'`
}

function insert(table: string, row: Row): string {
  return `insert into ${table} (${Object.keys(row).join(', ')}) values (${Object.values(row).map(literal).join(', ')});`
}

const ledger = `create table kysely_migration (name varchar(255) not null primary key, timestamp varchar(255) not null);
create table kysely_migration_lock (id varchar(255) not null primary key, is_locked integer not null default 0);`
const text = [
  '-- Made by scripts/make-old-database.ts.',
  ...migrations.map((name) => readFileSync(join(root, 'server/store/migrations', name), 'utf8').trim()),
  ledger,
  ...tables.flatMap(([table, rows]) => rows.map((row) => insert(table, row))),
  '',
].join('\n')
mkdirSync(join(root, 'tests/fixtures'), { recursive: true })
writeFileSync(join(root, 'tests/fixtures/database-4.sql'), text)
