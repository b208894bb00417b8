import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { root, run, runLive, which } from './run.mjs'

/** Data of all target languages, about 26 MB. */
const tesseractLanguages = [
  ...['ara', 'ces', 'chi-sim', 'chi-tra', 'deu', 'ell', 'eng', 'fin', 'fra', 'hin', 'ind', 'ita', 'jpn', 'kor', 'nld'],
  ...['pol', 'por', 'ron', 'rus', 'spa', 'tha', 'tur', 'ukr', 'vie'],
]

/** System programs that the product uses: how to detect them, and their packages by manager. */
const engines = [
  {
    name: 'ffmpeg',
    here: () => which('ffmpeg') && which('ffprobe'),
    apt: ['ffmpeg'],
    brew: ['ffmpeg'],
    dnf: ['ffmpeg'],
  },
  {
    name: 'tesseract',
    here: () =>
      which('tesseract') &&
      tesseractLanguages.every((name) =>
        hasFile(`/usr/share/tesseract-ocr/5/tessdata/${name.replace('-', '_')}.traineddata`),
      ),
    apt: ['tesseract-ocr', ...tesseractLanguages.map((name) => `tesseract-ocr-${name}`)],
    brew: ['tesseract', 'tesseract-lang'],
    dnf: ['tesseract', 'tesseract-langpack-chi_sim'],
  },
  { name: 'espeak-ng', here: () => which('espeak-ng'), apt: ['espeak-ng'], brew: ['espeak-ng'], dnf: ['espeak-ng'] },
  {
    name: 'pocketsphinx',
    here: () => which('pocketsphinx_continuous') && hasFile('/usr/share/pocketsphinx/model/en-us/en-us.lm.bin'),
    apt: ['pocketsphinx', 'pocketsphinx-en-us'],
    brew: [],
    dnf: ['pocketsphinx', 'pocketsphinx-models'],
  },
  {
    name: 'apertium',
    here: () =>
      which('apertium') &&
      ['eng-spa', 'spa-ita', 'es-pt', 'es-fr', 'ro-es', 'rus-ukr'].every((pair) =>
        hasFile(`/usr/share/apertium/modes/${pair}.mode`),
      ),
    apt: [
      'apertium',
      ...['eng-spa', 'spa-ita', 'es-pt', 'fr-es', 'es-ro', 'rus-ukr'].map((pair) => `apertium-${pair}`),
    ],
    brew: [],
    dnf: ['apertium', 'apertium-eng-spa'],
  },
  {
    name: 'festival with Italian and Czech voices',
    here: () =>
      // Other systems have other voices; they are not checked.
      !existsSync('/etc/debian_version') ||
      (which('text2wave') &&
        ['italian/lp_diphone', 'italian/pc_diphone', 'czech/czech_dita', 'czech/czech_ph'].every((voice) =>
          hasFile(`/usr/share/festival/voices/${voice}`),
        )),
    apt: ['festival', 'festvox-italp16k', 'festvox-itapc16k', 'festvox-czech-dita', 'festvox-czech-ph'],
    brew: [],
    dnf: [],
  },
  {
    name: 'fonts for Chinese, Japanese and Korean',
    here: () => process.platform !== 'linux' || hasFile('/usr/share/fonts/opentype/noto/NotoSansCJK-Regular.ttc'),
    apt: ['fonts-noto-cjk'],
    brew: [],
    dnf: ['google-noto-sans-cjk-fonts'],
  },
]

/** The browser of tests. Without windows it is the same engine, and a flow takes a fifth less of the processor. */
export const testBrowser = () => which('chromium-headless-shell') || which('chromium')

/** What only tests use. */
const testPrograms = [
  {
    name: 'Chromium',
    here: () => process.env.CHROMIUM_PATH || testBrowser(),
    apt: ['chromium'],
    brew: ['chromium'],
    dnf: ['chromium'],
  },
  {
    name: 'Chromium without windows',
    // Tests run in the other too.
    here: () => process.env.CHROMIUM_PATH || !which('apt-get') || which('chromium-headless-shell') || failedLately(),
    apt: ['chromium-headless-shell'],
    brew: [],
    dnf: [],
  },
  {
    // Tests pass exchange files through it, and say so where it is missing.
    name: 'translate-toolkit',
    here: () =>
      !which('apt-get') || hasFile('/usr/lib/python3/dist-packages/translate/storage/xliff.py') || failedLately(),
    apt: ['translate-toolkit'],
    brew: [],
    dnf: [],
  },
]

const AGAIN_AFTER_MS = 24 * 60 * 60 * 1000
const stamp = join(root, '.runtime', 'system-install-failed')

function hasFile(path) {
  // Other systems keep their data elsewhere; there only the program is checked.
  return process.platform !== 'linux' || !existsSync('/etc/debian_version') || existsSync(path)
}

/** Installs missing engines with apt if allowed, else prints how to; the product starts without them too. */
export async function ensureEngines({ withBrowser = false, force = false } = {}) {
  const missing = [...engines, ...(withBrowser ? testPrograms : [])].filter((part) => !part.here())
  if (missing.length === 0) return []
  const apt = aptCommand()
  if (apt && (force || withBrowser || !failedLately())) await install(apt, missing)
  const left = missing.filter((part) => !part.here())
  if (left.length) explain(left)
  return left.map((part) => part.name)
}

function aptCommand() {
  if (!which('apt-get')) return undefined
  if (process.getuid?.() === 0) return []
  return which('sudo') && run('sudo', ['-n', 'true'], { stdio: 'ignore' }) === 0 ? ['sudo', '-n'] : undefined
}

async function install(prefix, missing) {
  const names = missing.flatMap((part) => part.apt)
  console.log('Looking for system packages with apt …')
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  const apt = (...args) => {
    const [program, ...rest] = [...prefix, 'apt-get', '-qq', ...args]
    return runLive(program, rest, { env, stdio: ['ignore', 'ignore', 'inherit'] })
  }
  const wanted = ['install', '-y', '--no-install-recommends', ...names]
  const updated = await apt('update')
  const what = missing.map((part) => part.name).join(', ')
  if (updated === 0) console.log(`Installing ${what} with apt (${downloadSize(wanted, env)}) …`)
  const code = updated || (await apt(...wanted))
  if (code !== 0) {
    mkdirSync(join(root, '.runtime'), { recursive: true })
    writeFileSync(stamp, new Date().toISOString())
  }
}

/** What apt would download, with all that the packages need. */
function downloadSize(wanted, env) {
  const [program, ...args] = ['apt-get', '-qq', '--print-uris', ...wanted]
  const { stdout } = spawnSync(program, args, { env, encoding: 'utf8' })
  // Each line: address in quotes, file name, bytes, hash.
  const sizes = (stdout ?? '').split('\n').map((line) => Number(/^'[^']*' \S+ (\d+) /.exec(line)?.[1] ?? 0))
  return `${Math.ceil(sizes.reduce((sum, size) => sum + size, 0) / 1e6)} MB to download`
}

function failedLately() {
  return existsSync(stamp) && Date.now() - statSync(stamp).mtimeMs < AGAIN_AFTER_MS
}

function explain(missing) {
  const line = (manager, command) => {
    const names = missing.flatMap((part) => part[manager])
    return names.length ? `    ${command} ${names.join(' ')}` : undefined
  }
  console.log(`\n  Not installed: ${missing.map((part) => part.name).join(', ')}. To get them, run one of:`)
  for (const text of [
    line('apt', 'sudo apt-get install'),
    line('brew', 'brew install'),
    line('dnf', 'sudo dnf install'),
  ]) {
    if (text) console.log(text)
  }
  console.log('  Going on without them; what needs them says so.\n')
}
