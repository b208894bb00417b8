import fc from 'fast-check'

/** Element names and time notation of a random document. */
interface Manner {
  readonly tt: string
  readonly tts: string
  readonly time: (ms: number) => string
  readonly line: string
}

const pad = (value: number, width = 2): string => String(value).padStart(width, '0')
const clock = (ms: number): string =>
  `${pad(Math.floor(ms / 3_600_000))}:${pad(Math.floor(ms / 60_000) % 60)}:${pad(Math.floor(ms / 1000) % 60)}`

const times: readonly ((ms: number) => string)[] = [
  (ms) => `${clock(ms)}.${pad(ms % 1000, 3)}`,
  (ms) => `${clock(ms)}:${pad(Math.floor((ms % 1000) / 40))}`,
  (ms) => `${ms / 1000}s`,
  (ms) => `${ms}ms`,
  (ms) => `${Math.round(ms / 40)}f`,
  (ms) => `${ms * 10}t`,
  (ms) => `${ms / 1000}`,
  (ms) => `${Math.floor(ms / 60_000)}:${pad(Math.floor(ms / 1000) % 60)}.${pad(ms % 1000, 3)}`,
]

const manner: fc.Arbitrary<Manner> = fc.record({
  tt: fc.constantFrom('', 'tt:', 'x:'),
  tts: fc.constantFrom('tts:', 's:'),
  time: fc.constantFrom(...times),
  line: fc.constantFrom('\n  ', '\r\n\t', ''),
})

const some = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: undefined, freq: 2 })
const ms = fc.integer({ min: 0, max: 500 }).map((n) => n * 40)

interface Timing {
  readonly begin: number | undefined
  readonly end: number | undefined
  readonly dur: number | undefined
  readonly sequence: boolean
}

const timing: fc.Arbitrary<Timing> = fc.record({
  begin: some(ms),
  end: some(ms),
  dur: fc.option(ms, { nil: undefined, freq: 4 }),
  sequence: fc.integer({ min: 0, max: 9 }).map((n) => n === 0),
})
const full = fc.record({ begin: ms, end: ms, dur: fc.constant(undefined), sequence: fc.constant(false) })

type Write = (to: Manner) => string

const words = fc.constantFrom('Hello', 'a &amp; b', '你好', ' x ', 'two  blanks', '<![CDATA[<c>]]>', '&#x41;', '👩‍👩‍👧')
const region = fc.option(fc.constantFrom('top', 'middle', 'bottom', 'missing'), { nil: undefined, freq: 2 })

const attributes = (to: Manner, { begin, end, dur, sequence }: Timing, more = ''): string => {
  const time = (name: string, value: number | undefined) => (value === undefined ? '' : ` ${name}="${to.time(value)}"`)
  return `${time('begin', begin)}${time('end', end)}${time('dur', dur)}${sequence ? ' timeContainer="seq"' : ''}${more}`
}

const inline: fc.Memo<Write> = fc.memo((depth): fc.Arbitrary<Write> => {
  const text = words.map(
    (word): Write =>
      () =>
        word,
  )
  const empty: fc.Arbitrary<Write> = fc.constantFrom<Write>(
    ({ tt }) => `<${tt}br/>`,
    () => '<!-- remark -->',
    ({ tt }) => `<${tt}metadata><y:z xmlns:y="urn:y">m</y:z></${tt}metadata>`,
  )
  if (depth <= 1) return fc.oneof({ weight: 4, arbitrary: text }, { weight: 1, arbitrary: empty })
  const inner = fc.array(inline(depth - 1), { maxLength: 3 })
  const styled = fc.tuple(inner, fc.constantFrom('fontStyle="italic"', 'color="#ff0000"', 'backgroundColor="blue"'))
  const span = styled.map(([parts, style]): Write => (to) => {
    return `<${to.tt}span ${to.tts}${style}>${parts.map((part) => part(to)).join('')}</${to.tt}span>`
  })
  const timed = fc.tuple(inner, fc.oneof(full, timing)).map(([parts, when]): Write => (to) => {
    return `<${to.tt}span${attributes(to, when)}>${parts.map((part) => part(to)).join('')}</${to.tt}span>`
  })
  return fc.oneof(
    { weight: 6, arbitrary: text },
    { weight: 2, arbitrary: empty },
    { weight: 2, arbitrary: span },
    { weight: 1, arbitrary: timed },
  )
})

const paragraph = fc
  .record({
    when: fc.oneof({ weight: 4, arbitrary: full }, { weight: 1, arbitrary: timing }),
    parts: fc.array(inline(3), { maxLength: 4 }),
    region,
    preserve: fc.integer({ min: 0, max: 7 }).map((n) => n === 0),
    style: fc.boolean(),
  })
  .map(({ when, parts, region, preserve, style }): Write => (to) => {
    const more = `${region ? ` region='${region}'` : ''}${preserve ? ' xml:space="preserve"' : ''}${style ? ' style="sloped"' : ''}`
    return `<${to.tt}p${attributes(to, when, more)}>${parts.map((part) => part(to)).join('')}</${to.tt}p>`
  })

const division: fc.Memo<Write> = fc.memo((depth): fc.Arbitrary<Write> => {
  const child =
    depth <= 1
      ? paragraph
      : fc.oneof({ weight: 4, arbitrary: paragraph }, { weight: 1, arbitrary: division(depth - 1) })
  const untimed: Timing = { begin: undefined, end: undefined, dur: undefined, sequence: false }
  const when = fc.oneof({ weight: 3, arbitrary: fc.constant(untimed) }, { weight: 1, arbitrary: timing })
  return fc
    .record({ when, region, children: fc.array(child, { maxLength: 4 }) })
    .map(({ when, region, children }): Write => (to) => {
      const inner = children.map((one) => to.line + one(to)).join('')
      return `<${to.tt}div${attributes(to, when, region ? ` region="${region}"` : '')}>${inner}${to.line}</${to.tt}div>`
    })
})

const regions: Write = ({ tt, tts }) =>
  `<${tt}region xml:id="top" ${tts}origin="10% 10%" ${tts}extent="80% 10%"/><${tt}region xml:id="middle" ${tts}displayAlign="center"/>`

const heads: readonly Write[] = [
  () => '',
  ({ tt }) => `<${tt}head/>`,
  ({ tt }) => `<${tt}head><${tt}layout/></${tt}head>`,
  ({ tt, tts }) =>
    `<${tt}head><${tt}styling><${tt}style xml:id="sloped" ${tts}fontStyle="italic"/></${tt}styling></${tt}head>`,
  (to) => `<${to.tt}head><${to.tt}layout>${regions(to)}</${to.tt}layout></${to.tt}head>`,
]

/** TTML documents with every kind of prefix, time, nesting and content, well-formed with namespaces. */
export const documents: fc.Arbitrary<string> = fc
  .record({
    manner,
    head: fc.constantFrom(...heads),
    styled: fc.boolean(),
    divs: fc.array(division(2), { maxLength: 3 }),
  })
  .map(({ manner: to, head, divs }) => {
    const { tt, tts, line } = to
    const main = tt === '' ? 'xmlns' : `xmlns:${tt.slice(0, -1)}`
    const declared = `${main}="http://www.w3.org/ns/ttml" xmlns:${tts.slice(0, -1)}="http://www.w3.org/ns/ttml#styling"`
    const parameters = 'xmlns:p="http://www.w3.org/ns/ttml#parameter" p:frameRate="25" p:tickRate="10000"'
    const body = divs.map((div) => line + div(to)).join('')
    return `<${tt}tt ${declared} ${parameters}>${line}${head(to)}${line}<${tt}body>${body}</${tt}body>${line}</${tt}tt>`
  })
