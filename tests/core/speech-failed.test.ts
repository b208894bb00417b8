import { expect, test } from 'vitest'
import { SpeechFailed, speechReply, valueOfSpeech } from '#workers/speech/failed.ts'

const faultOf = async (error: unknown): Promise<string> => {
  const reply = await speechReply(Promise.reject(error as Error))
  return 'fault' in reply ? reply.fault : 'none'
}

test('want of memory is told apart from other faults of the runtime', async () => {
  expect(await faultOf(new RangeError('Array buffer allocation failed'))).toBe('memory')
  expect(await faultOf(new Error('failed to call OrtRun(). ERROR_CODE: 6, ERROR_MESSAGE: std::bad_alloc'))).toBe(
    'memory',
  )
  expect(await faultOf(new WebAssembly.RuntimeError('memory access out of bounds'))).toBe('memory')
  expect(await faultOf(new Error('no available backend found'))).toBe('failed')
})

test('a fault comes out of the worker as it went in', async () => {
  const reply = await speechReply(Promise.reject(new SpeechFailed('damaged', 'silero-vad.onnx')))
  expect(() => valueOfSpeech(structuredClone(reply))).toThrow(new SpeechFailed('damaged', 'silero-vad.onnx'))
  expect(valueOfSpeech(await speechReply(Promise.resolve(7)))).toBe(7)
})
