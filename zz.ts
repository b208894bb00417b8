import { hearInBrowser } from './bench/speech-browser.ts'
const D='/work/shared/data/'
const l:[string,number][]=[['video/free-voice-timecode-42s.mp4',42453],['audio/jfk.wav',11000],['audio/austen-7s.wav',7000],['audio/lucier-100s.mp3',100000]]
for (const h of await hearInBrowser(l.map(([p,d])=>({path:D+p,durationMs:d})))) console.log(h.speed.toFixed(2), h.text)
