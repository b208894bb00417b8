import { adapter as espeakAlign } from './align/espeak.ts'
import { adapter as sphinxAlign } from './align/pocketsphinx.ts'
import { adapter as elevenLabsAsr } from './asr/elevenlabs.ts'
import { adapter as moonshine } from './asr/moonshine.ts'
import { adapter as pocketsphinx } from './asr/pocketsphinx.ts'
import { adapter as whisperCpp } from './asr/whisper-cpp.ts'
import { adapter as whisperHttp } from './asr/whisper-http.ts'
import { adapter as whisperLocal } from './asr/whisper-local.ts'
import { adapter as elevenLabsClone } from './clone/elevenlabs.ts'
import { adapter as zipvoice } from './clone/zipvoice.ts'
import { adapter as bicDiarise } from './diarise/bic.ts'
import { adapter as sherpaDiarise } from './diarise/sherpa.ts'
import { adapter as sherpaEmbed } from './embed/sherpa.ts'
import { adapter as ffmpeg } from './ffmpeg/system.ts'
import { adapter as ppocr } from './ocr/ppocr.ts'
import { adapter as tesseract } from './ocr/tesseract.ts'
import type { EngineAdapter } from './ports.ts'
import { adapter as spleeter } from './separate/spleeter.ts'
import { adapter as apertium } from './translate/apertium.ts'
import { adapter as chat } from './translate/chat.ts'
import { adapter as deepl } from './translate/deepl.ts'
import { adapter as httpTranslate } from './translate/http.ts'
import { adapter as libreTranslate } from './translate/libretranslate.ts'
import { adapter as nllb } from './translate/nllb.ts'
import { adapter as elevenLabsTts } from './tts/elevenlabs.ts'
import { adapter as espeak } from './tts/espeak-ng.ts'
import { adapter as festival } from './tts/festival.ts'
import { adapter as flite } from './tts/flite.ts'
import { adapter as httpTts } from './tts/http.ts'
import { adapter as openaiSpeech } from './tts/openai.ts'
import { adapter as sherpaVoices } from './tts/sherpa.ts'
import { adapter as silero } from './vad/silero.ts'

/** Every engine of the product; per port the preferred one first. */
export const engineAdapters: readonly EngineAdapter[] = [
  ffmpeg,
  whisperHttp,
  elevenLabsAsr,
  whisperCpp,
  whisperLocal,
  moonshine,
  pocketsphinx,
  chat,
  deepl,
  httpTranslate,
  libreTranslate,
  nllb,
  apertium,
  ppocr,
  tesseract,
  elevenLabsTts,
  openaiSpeech,
  httpTts,
  sherpaVoices,
  flite,
  festival,
  espeak,
  silero,
  sherpaDiarise,
  bicDiarise,
  sherpaEmbed,
  sphinxAlign,
  espeakAlign,
  spleeter,
  elevenLabsClone,
  zipvoice,
]
