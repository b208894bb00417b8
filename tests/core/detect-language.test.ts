import { expect, test } from 'vitest'
import { detectLanguage } from '#core/subtitle/text/detect-language.ts'

test.each([
  ['en', "Where were you last night? I waited for hours.\nDon't tell me you forgot again."],
  ['es', '¿Dónde estabas anoche? Te esperé durante horas.\nNo me digas que lo olvidaste otra vez.'],
  ['fr', "Où étais-tu hier soir ? Je t'ai attendu des heures.\nNe me dis pas que tu as encore oublié."],
  ['de', 'Wo warst du gestern Abend? Ich habe stundenlang gewartet.\nSag nicht, du hast es wieder vergessen.'],
  ['it', "Dov'eri ieri sera? Ti ho aspettato per ore.\nNon dirmi che hai dimenticato di nuovo."],
  ['pt', 'Onde você estava ontem à noite? Esperei por horas.\nNão me diga que esqueceu de novo.'],
  ['ru', 'Где ты был вчера вечером? Я ждал часами.'],
  ['uk', 'Де ти був учора ввечері? Я чекав годинами. Не кажи, що знову забув.'],
  ['ar', 'أين كنت الليلة الماضية؟ انتظرت لساعات.'],
  ['hi', 'तुम कल रात कहाँ थे? मैंने घंटों इंतज़ार किया।'],
  ['vi', 'Tối qua anh ở đâu? Em đã đợi hàng giờ.'],
  ['th', 'เมื่อคืนคุณอยู่ที่ไหน ฉันรอหลายชั่วโมง'],
  ['id', 'Kamu di mana tadi malam? Aku menunggu berjam-jam. Jangan bilang kamu lupa lagi.'],
  ['tr', 'Dün gece neredeydin? Saatlerce bekledim. Sakın yine unuttum deme.'],
  ['pl', 'Gdzie byłeś wczoraj wieczorem? Czekałam godzinami. Nie mów, że znowu zapomniałeś.'],
  ['nl', 'Waar was je gisteravond? Ik heb uren gewacht. Zeg niet dat je het weer vergeten bent.'],
  ['ro', 'Unde ai fost aseară? Am așteptat ore întregi. Nu-mi spune că ai uitat iar.'],
  ['el', 'Πού ήσουν χθες το βράδυ; Περίμενα ώρες.'],
  ['cs', 'Kde jsi byl včera večer? Čekala jsem hodiny. Neříkej, že jsi zase zapomněl.'],
  ['fi', 'Missä olit eilen illalla? Odotin tuntikausia. Älä sano, että unohdit taas.'],
  ['zh_cn', '你昨晚去哪儿了？我等了好几个小时。\n别跟我说你又忘了。'],
  ['zh_tw', '你昨晚去哪兒了？我等了好幾個小時。\n別跟我說你又忘了。'],
  ['ja', '昨日の夜どこにいたの？何時間も待ったよ。'],
  ['ko', '어젯밤에 어디 있었어? 몇 시간이나 기다렸어.'],
])('%s is known by a few lines', async (language, text) => {
  const found = await detectLanguage(text.split('\n'))
  expect(found?.language).toBe(language)
  expect(found?.confidence).toBe(1)
})

test('a text of two languages is the one with more of it, with its share as confidence', async () => {
  const french = Array.from({ length: 30 }, () => 'Je ne sais pas où il est allé, mais il va revenir ce soir.')
  const english = Array.from({ length: 10 }, () => 'I do not know where he went, but he will be back tonight.')
  const found = await detectLanguage([...french, ...english])
  expect(found?.language).toBe('fr')
  expect(found?.confidence).toBeGreaterThan(0.6)
  expect(found?.confidence).toBeLessThan(0.9)
})

test('nothing is claimed of too little text, of signs, and of a language that the product lacks', async () => {
  expect(await detectLanguage([])).toBeUndefined()
  expect(await detectLanguage(['♪ ♪ ♪', '- 12:30!'])).toBeUndefined()
  expect(await detectLanguage(['OK.'])).toBeUndefined()
  const swedish = 'Var var du i går kväll? Jag väntade i flera timmar. Säg inte att du har glömt det igen.'
  expect(await detectLanguage([swedish])).toBeUndefined()
  expect(await detectLanguage(['はい']), 'a script of its own needs no length').toEqual({
    language: 'ja',
    confidence: 1,
  })
})
