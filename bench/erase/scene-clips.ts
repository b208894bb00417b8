/** Clips with text in the scene that is no caption: signs, screens, prints, logos. All of it has to stay. */
import type { ClipPlan } from './plain-clips.ts'

const scene = (name: string, filters: string, ground = GROUND): ClipPlan => ({
  name,
  input: ['-f', 'lavfi', '-i', ground],
  filters,
})

/** A soft ground that moves slowly. */
const GROUND = 'gradients=s=640x360:r=25:speed=0.02:c0=#30445a:c1=#7c6a50:nb_colors=2'

interface Drawn {
  readonly text: string
  readonly size: number
  readonly x: string
  readonly y: string
  readonly colour?: string
  readonly when?: string
}

function drawn({ text, size, x, y, colour = 'white', when }: Drawn): string {
  const place = `x='${x}':y='${y}':fontsize=${size}:fontcolor=${colour}`
  return `drawtext=text='${text}':${place}${when ? `:enable='${when}'` : ''}`
}

const board = 'drawbox=x=200:y=262:w=240:h=56:color=#205030:t=fill'
const sign: Drawn = { text: 'HARBOUR STREET', size: 26, x: '215', y: '278' }

export const sceneClips: readonly ClipPlan[] = [
  scene('a sign that stands', `${board},${drawn(sign)}`),
  scene('a sign under a hand that moves', `${board},${drawn(sign)},crop=600:330:x=20+14*sin(5*t):y=15+10*sin(4*t)`),
  scene('a sign that is panned over', `${board},${drawn(sign)},pad=1000:360,crop=640:360:x=110*t:y=0`),
  scene(
    'a sign that somebody passes',
    `${board},${drawn(sign)},drawbox=x=-140+260*t:y=40:w=130:h=320:color=#403028:t=fill`,
  ),
  scene('a sign in one of two shots', `${board},${drawn(sign)},drawbox=color=#886644:t=fill:enable='between(t,1,2)'`),
  scene(
    'a projected page that changes',
    [
      'drawbox=x=60:y=30:w=520:h=300:color=white:t=fill',
      ...[
        'Results of the year',
        'Sales rose by a third',
        'Costs stayed the same',
        'Staff grew to ninety',
        'Next come two new towns',
        'Questions and answers',
      ].map((text, row) =>
        drawn({
          text,
          size: 26,
          x: '90',
          y: String(44 + 46 * row),
          colour: 'black',
          when: `gt(t,${0.2 + 0.45 * row})`,
        }),
      ),
    ].join(','),
  ),
  scene(
    'a worksheet',
    [
      'drawbox=x=20:y=20:w=600:h=320:color=#f4f4f0:t=fill',
      ...['Name', 'Draw a hexagon', 'Draw an octagon', 'Count the corners', 'Sign below'].map((text, row) =>
        drawn({ text, size: 24, x: '50', y: String(50 + 58 * row), colour: '#202020' }),
      ),
    ].join(','),
  ),
  scene(
    'a print on clothes',
    drawn({ text: 'OCEAN', size: 30, x: '260+60*sin(2*t)', y: '250+16*sin(5*t)', colour: '#f0e0c0' }),
  ),
  scene('a logo in a corner', drawn({ text: 'CANAL 9', size: 20, x: '520', y: '24' })),
  scene('a name on a lorry that drives by', drawn({ text: 'FRESH FISH DAILY', size: 30, x: '-300+320*t', y: '260' })),
  scene(
    'a screen with a clock',
    `drawbox=x=230:y=250:w=180:h=60:color=black:t=fill,${drawn({ text: String.raw`%{pts\:hms}`, size: 26, x: '250', y: '268', colour: 'lime' })}`,
  ),
  scene('big letters on a wall', drawn({ text: 'MUSEUM', size: 120, x: '70', y: '210', colour: '#d8d0c0' })),
]
