import { parentPort, workerData } from 'node:worker_threads'
import { voiceTurns } from '#core/speech/voice-turns.ts'
import type { BicQuestion } from './bic.ts'
import { voiceFrames } from './voice-frames.ts'

const { wavPath, speakers } = workerData as BicQuestion
parentPort?.postMessage(voiceTurns(await voiceFrames(wavPath), { speakers }))
