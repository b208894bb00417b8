import { expect, test } from 'vitest'
import { spokenLanguage } from '#core/domain/spoken-language.ts'

const video = (language: string, tracks: readonly string[] = [], subtitle_languages: readonly string[] = []) => ({
  language,
  subtitle_languages,
  video_info: {
    streams: [{ kind: 'video', language: 'fra' }, ...tracks.map((of) => ({ kind: 'audio', language: of }))],
  },
})

test('the language of an upload is a guess unless its owner, a sound track or a version says it', () => {
  expect(spokenLanguage(video('en'))).toEqual({ code: 'en', isGuess: true })
  expect(spokenLanguage(video('en', ['']))).toEqual({ code: 'en', isGuess: true })
  expect(spokenLanguage(video('en', ['eng']))).toEqual({ code: 'en', isGuess: false })
  expect(spokenLanguage(video('en', [], ['es', 'en']))).toEqual({ code: 'en', isGuess: false })
  expect(spokenLanguage(video('es', ['deu']))).toEqual({ code: 'es', isGuess: false })
})

test('a declared sound track decides where the owner says nothing', () => {
  expect(spokenLanguage(video('en', ['deu', 'fra']))).toEqual({ code: 'de', isGuess: false })
  expect(spokenLanguage(video('en', ['deu', 'eng']))).toEqual({ code: 'en', isGuess: false })
  expect(spokenLanguage(video('en', ['zz', 'jpn']))).toEqual({ code: 'ja', isGuess: false })
})
