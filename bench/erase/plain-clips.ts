/** Clips without text: real ones, and patterns that resemble rows of letters. */
import { existsSync } from 'node:fs'
import { join } from 'node:path'

/** Arguments of ffmpeg that stand for a clip: inputs, and filters after which the picture is scaled. */
export interface ClipPlan {
  readonly name: string
  readonly input: readonly string[]
  readonly filters: string
}

export const CLIP_SECONDS = 3
const SIZE = '640x360'

const cut = (data: string, file: string, from: number): ClipPlan => ({
  name: `${file.replace(/\.\w+$/, '')} from ${from} s`,
  input: ['-ss', String(from), '-i', join(data, 'video', file)],
  filters: 'null',
})

/** A photo under a hand that moves. */
const photo = (data: string, file: string): ClipPlan => ({
  name: `photo ${file}`,
  input: ['-loop', '1', '-framerate', '25', '-i', join(data, 'images', file)],
  filters:
    'scale=720:406:force_original_aspect_ratio=increase,' +
    String.raw`crop=640:360:x=(iw-640)/2+20*sin(3*t)*lt(640\,iw):y=(ih-360)/2+20*sin(2*t)`,
})

/** A pattern by the formula of its luma. */
const pattern = (name: string, luma: string): ClipPlan => ({
  name,
  input: ['-f', 'lavfi', '-i', `color=gray:s=${SIZE}:r=25`],
  filters: `geq=lum='${luma}':cb=128:cr=128`,
})

const source = (name: string, filter: string, filters = 'null'): ClipPlan => ({
  name,
  input: ['-f', 'lavfi', '-i', filter],
  filters,
})

const comma = (formula: string): string => formula.replaceAll(',', String.raw`\,`)

/** A deterministic number from 0 to 1 per cell. */
const chance = (cell: string): string => `mod(abs(sin(${cell}))*43758.5,1)`

/** Plants in wind: structures of many sizes, in rows by chance, and as bright as letters in places. */
const foliage = [
  pattern(
    'leaves in the wind',
    comma(
      [
        'st(0,X+5*sin(2*T+Y/60))',
        `st(1,${chance('floor(ld(0)/20)*12.9898+floor(Y/14)*78.233')})`,
        'st(2,mod(ld(0),20)-10)',
        'st(3,mod(Y,14)-7)',
        'st(4,6.28*ld(1))',
        'st(5,hypot((ld(2)*cos(ld(4))+ld(3)*sin(ld(4)))/9,(ld(3)*cos(ld(4))-ld(2)*sin(ld(4)))/4))',
        'if(lt(ld(5),1),70+170*ld(1),30)',
      ].join(';'),
    ),
  ),
  pattern(
    'branches before the sky',
    comma(
      [
        'st(0,X+4*sin(1.5*T+Y/90))',
        'st(1,mod(ld(0)+0.7*Y+14*sin(Y/23),58))',
        'st(2,mod(ld(0)-1.1*Y+9*sin(X/31),74))',
        'st(3,mod(Y+0.2*ld(0)+6*sin(X/17),41))',
        '220-170*min(lt(ld(1),5)+lt(ld(2),4)+lt(ld(3),3),1)',
      ].join(';'),
    ),
  ),
  pattern(
    'grass in the wind',
    comma(
      [
        'st(0,X+(360-Y)/9*sin(2*T+X/70))',
        `st(1,${chance('floor(ld(0)/6)*12.9898')})`,
        'st(2,mod(ld(0),6)-3)',
        'if(gt(Y,200+70*ld(1)),60+180*ld(1)*lt(abs(ld(2)),2.2),120)',
      ].join(';'),
    ),
  ),
]

const patterns = [
  ...foliage,
  pattern('stripes, upright', comma('128+110*gt(mod(X+20*T,14),7)')),
  pattern('stripes, slanted', comma('128+110*gt(mod(X+Y+30*T,16),8)')),
  pattern('blinds', comma('40+190*gt(mod(Y,22),15)*(0.7+0.3*sin(X/80+T))')),
  pattern('blinds below', comma('if(gt(Y,230),30+200*gt(mod(Y,24),16)*gt(mod(X,120),8),120)')),
  pattern('fence', comma('if(between(Y,260,330),if(lt(mod(X,26),7),235,70),90)')),
  pattern('keyboard', comma('if(gt(Y,200),if(lt(mod(X,40),33)*lt(mod(Y,40),33),50,200),140)')),
  pattern('keyboard with light keys', comma('if(gt(Y,200),if(lt(mod(X,34),28)*lt(mod(Y,34),28),230,20),60)')),
  pattern('bricks', comma('if(lt(mod(Y,24),3)+lt(mod(X+30*mod(floor(Y/24),2),60),3),210,110)')),
  pattern('windows of a house', comma('if(lt(mod(X,46),24)*lt(mod(Y,52),30),225,60)')),
  pattern('chess board', comma('30+200*mod(floor(X/20)+floor(Y/20),2)')),
  pattern('dots', comma('40+200*lt(hypot(mod(X,18)-9,mod(Y,18)-9),5)')),
  pattern('rings', comma('128+110*sin(hypot(X-320,Y-180)/4-5*T)')),
  pattern('waves', comma('128+60*sin(X/7+T)+50*sin(Y/5+2*T)')),
  pattern('piano', comma('if(gt(Y,240),if(lt(mod(X,28),2),10,if(lt(mod(X+9,28),18)*lt(Y,310),15,240)),80)')),
  pattern('ladder', comma('if(between(X,280,360),if(lt(mod(Y,30),8)+lt(X,288)+gt(X,352),230,50),50)')),
  pattern('books on a shelf', comma('if(between(Y,220,330),40+180*mod(floor(X/17)*0.37+floor(X/41)*0.61,1),70)')),
  pattern('crowd of blobs', comma('128+100*sin(X/9+sin(Y/17)*3)*sin(Y/11+sin(X/23)*2)')),
  pattern('bars that come and go', comma('if(between(Y,290,320)*between(X,160,480)*gt(mod(T,2),1),235,60)')),
  pattern('a row of blocks', comma('if(between(Y,290,316)*between(X,170,470)*lt(mod(X,22),15),240,50)')),
  pattern(
    'a row of blocks that comes and goes',
    comma('if(between(Y,290,316)*between(X,170,470)*lt(mod(X,22),15)*gt(mod(T,2),1),240,50)'),
  ),
  source('mandelbrot', `mandelbrot=s=${SIZE}:r=25`),
  source(
    'life',
    'life=s=320x180:mold=10:r=25:ratio=0.1:death_color=#102030:life_color=#d0e0f0',
    'scale=640:360:flags=neighbor',
  ),
  source('sierpinski', `sierpinski=s=${SIZE}:r=25`),
  source('noise', `color=gray:s=${SIZE}:r=25`, 'noise=alls=90:allf=t'),
]

/** Forty of them, as far as the test data exists. */
export function plainClips(data: string): ClipPlan[] {
  const real = [
    ...[0, 3, 6.5].map((from) => cut(data, 'webcam-en-10s.mp4', from)),
    ...[0, 4, 8].map((from) => cut(data, 'outdoor-man-14s.mp4', from)),
    cut(data, 'green-screen-man-24s.mp4', 1),
    cut(data, 'pancake-10s.mkv', 2),
    cut(data, 'station-60fps-5s.mp4', 1),
    cut(data, 'h264-1080p-5s.mp4', 1),
    cut(data, 'de-speech-17s.webm', 6),
  ].filter(({ input }) => existsSync(input.at(-1) ?? ''))
  const photos = ['hopper.jpg', 'concert-small.jpg']
    .map((file) => photo(data, file))
    .filter(({ input }) => existsSync(input.at(-1) ?? ''))
  return [...real, ...photos, ...patterns].slice(0, 40)
}
