/** Rooms of the editor below its features. */
const editorBase = ['keys', 'media', 'model', 'store', 'timeline'].map((room) => `src/editor/${room}`)

/** What every feature of the editor may import. */
const ofFeatures = [
  ...editorBase,
  'core',
  'src/api',
  'src/editor/context',
  'src/editor/parts',
  'src/i18n',
  'src/media',
  'src/subtitles',
  'src/tasks',
  'src/ui',
  'workers',
]

/** Features of the editor, each with the others that it may import: none imports another one back. */
const features: Record<string, string[]> = {
  commands: ['macros'],
  compare: ['quality'],
  dub: [],
  export: ['style'],
  find: [],
  import: [],
  lines: ['dub', 'find', 'people', 'quality', 'speakers', 'style', 'text'],
  local: [],
  macros: [],
  memory: ['text'],
  mix: ['dub', 'sound'],
  people: [],
  player: ['import', 'sound', 'style', 'timeline'],
  quality: ['spelling'],
  'review-files': ['people'],
  script: ['quality', 'transcribe'],
  sound: [],
  speakers: ['quality'],
  spelling: [],
  statistics: ['quality'],
  style: ['find'],
  text: ['quality', 'spelling'],
  timeline: ['dub', 'mix', 'people', 'quality', 'sound', 'statistics'],
  timing: ['timeline'],
  transcribe: [],
  versions: ['import', 'quality', 'style'],
}

/**
 * Allowed imports: each folder with the folders it may import besides its own and nested ones; `/*` means only direct
 * files. An unlisted folder belongs to its nearest listed parent. See docs/architecture.md.
 */
export const mayImport: Record<string, string[]> = {
  core: [],
  'core/domain': [],
  'core/subtitle': ['core/domain'],
  'core/subtitle/text': ['core/domain'],
  'core/subtitle/cue': ['core/domain', 'core/subtitle/text'],
  'core/subtitle/formats': ['core/domain', 'core/subtitle/text', 'core/subtitle/cue'],
  'core/subtitle/burn': ['core/domain', 'core/subtitle/text', 'core/subtitle/cue', 'core/subtitle/formats'],
  'core/timing': ['core/domain', 'core/subtitle'],
  'core/checks': ['core/domain', 'core/subtitle', 'core/timing'],
  'core/speech': ['core/domain', 'core/subtitle', 'core/timing', 'core/checks'],
  'core/translate': ['core/domain', 'core/subtitle', 'core/timing', 'core/checks'],
  'core/media': ['core/domain', 'core/subtitle', 'core/timing'],
  'core/tasks': ['core/domain', 'core/subtitle'],
  'core/operations': ['core/domain', 'core/subtitle', 'core/timing', 'core/checks'],
  'core/contract': ['core/domain', 'core/subtitle', 'core/tasks'],
  client: ['core'],
  cli: ['core', 'client'],
  wasm: [],
  workers: ['core', 'wasm'],

  src: ['core'],
  'src/ui': ['core', 'src/i18n'],
  'src/i18n': ['core', 'src/api'],
  'src/api': ['core', 'src/i18n', 'src/ui'],
  'src/media': ['core', 'workers'],
  'src/tasks': ['core', 'src/api', 'src/i18n', 'src/ui'],
  'src/subtitles': ['core', 'src/api', 'src/i18n', 'src/ui', 'workers'],
  'src/uploads': ['core', 'src/api', 'src/i18n', 'src/media', 'src/subtitles', 'src/ui'],
  'src/shell': ['core', 'src/api', 'src/i18n', 'src/tasks', 'src/ui'],
  'src/pages': [
    'core',
    'src/api',
    'src/i18n',
    'src/media',
    'src/shell',
    'src/subtitles',
    'src/tasks',
    'src/ui',
    'src/uploads',
  ],
  // Its parts are the rooms below.
  'src/editor': [],
  'src/editor/model': ['core'],
  'src/editor/model/document': ['core/domain', 'core/subtitle', 'core/timing'],
  'src/editor/keys': ['core', 'src/editor/model', 'src/ui'],
  'src/editor/media': ['core', 'src/api', 'src/editor/model', 'src/media', 'src/ui', 'workers'],
  'src/editor/store': ['core', 'src/api', 'src/editor/model', 'src/subtitles', 'src/ui'],
  'src/editor/timeline': ['core', 'src/editor/media', 'src/editor/model', 'src/media', 'src/ui'],
  'src/editor/context': [...editorBase, 'core', 'src/api', 'src/ui'],
  'src/editor/parts': [...editorBase, 'core', 'src/editor/context', 'src/ui'],
  ...Object.fromEntries(
    Object.entries(features).map(([name, others]) => [
      `src/editor/features/${name}`,
      [...ofFeatures, ...others.map((other) => `src/editor/features/${other}`)],
    ]),
  ),
  'src/editor/shell': [...ofFeatures, 'src/editor/features', 'src/shell'],

  server: ['core'],
  'server/store': ['core', 'server/*'],
  'server/engines': ['core', 'server/*', 'server/store'],
  'server/app': ['core', 'server/engines', 'server/store'],
  'server/tasks': ['core', 'server/app', 'server/engines', 'server/jobs', 'server/store'],
  'server/jobs': ['core', 'server/app', 'server/engines', 'server/store', 'server/tasks'],
  'server/http': ['core', 'server/app', 'server/engines/*', 'server/store'],
}
