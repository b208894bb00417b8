/** Subtitle lines per language, with the usual encodings before UTF-8. */
export interface SpokenLines {
  readonly language: string
  readonly encodings: readonly string[]
  readonly lines: readonly string[]
}

const lines = (text: string): string[] =>
  text
    .trim()
    .split('\n')
    .map((line) => line.trim())

export const spokenLines: readonly SpokenLines[] = [
  {
    language: 'zh-Hans',
    encodings: ['gb18030'],
    lines: lines(`
      你昨天晚上去哪儿了？我一直在等你。
      对不起，我的手机没电了。
      没关系，先进来吧，外面太冷了。
      我有一件很重要的事情要告诉你
      什么事？你看起来很紧张
      他们已经知道我们的计划了！
      我们必须马上离开这里
      快走，别回头！
      十年以后，我又回到了这座城市。
      谢谢大家，再见。`),
  },
  {
    language: 'zh-Hant',
    encodings: ['big5'],
    lines: lines(`
      你昨天晚上去哪裡了？我一直在等你。
      對不起，我的手機沒電了。
      沒關係，先進來吧，外面太冷了。
      我有一件很重要的事情要告訴你
      什麼事？你看起來很緊張
      他們已經知道我們的計畫了！
      我們必須馬上離開這裡
      快走，別回頭！
      十年以後，我又回到了這座城市。
      謝謝大家，再見。`),
  },
  {
    language: 'ja',
    encodings: ['shift_jis', 'euc-jp', 'iso-2022-jp'],
    lines: lines(`
      昨日の夜はどこにいたの？ずっと待ってたのに。
      ごめん、携帯の電池が切れちゃって。
      いいから、早く中に入って。外は寒いでしょう。
      大事な話があるんだ
      どうしたの？そんな怖い顔して
      あいつらはもう計画を知っている！
      今すぐここを出なければならない
      走れ！振り返るな！
      十年後、私はこの町に戻ってきた。
      ありがとうございました。`),
  },
  {
    language: 'ko',
    encodings: ['euc-kr'],
    lines: lines(`
      어젯밤에 어디 갔었어? 계속 기다렸잖아.
      미안해, 휴대폰 배터리가 다 됐어.
      괜찮아, 일단 들어와. 밖은 너무 춥잖아.
      너한테 꼭 해야 할 중요한 이야기가 있어
      무슨 일이야? 긴장한 것 같은데
      그들은 이미 우리 계획을 알고 있어!
      지금 당장 여기를 떠나야 해
      뛰어, 뒤돌아보지 마!
      십 년 후에 나는 이 도시로 돌아왔다.
      여러분, 감사합니다.`),
  },
  {
    language: 'ru',
    encodings: ['windows-1251', 'koi8-r', 'iso-8859-5'],
    lines: lines(`
      Где ты был вчера вечером? Я тебя ждала.
      Прости, у меня сел телефон.
      Ничего страшного, заходи, на улице холодно.
      Мне нужно сказать тебе что-то важное.
      Что случилось? Ты какой-то нервный.
      Они уже знают о нашем плане!
      Мы должны немедленно уехать отсюда.
      Беги и не оглядывайся!
      Десять лет спустя я вернулся в этот город.
      Спасибо вам всем. До свидания.`),
  },
  {
    language: 'uk',
    encodings: ['windows-1251', 'koi8-u'],
    lines: lines(`
      Де ти був учора ввечері? Я на тебе чекала.
      Вибач, у мене сів телефон.
      Нічого страшного, заходь, надворі холодно.
      Мені потрібно сказати тобі щось важливе.
      Що сталося? Ти якийсь знервований.
      Вони вже знають про наш план!
      Ми повинні негайно їхати звідси.
      Біжи й не озирайся!
      Десять років потому я повернувся до цього міста.
      Дякую вам усім. До побачення.`),
  },
  {
    language: 'bg',
    encodings: ['windows-1251'],
    lines: lines(`
      Къде беше снощи? Чаках те през цялото време.
      Извинявай, телефонът ми се изтощи.
      Няма нищо, влизай, навън е студено.
      Трябва да ти кажа нещо много важно.
      Какво има? Изглеждаш ми притеснен.
      Те вече знаят за нашия план!
      Трябва веднага да се махаме оттук.
      Бягай и не се обръщай!
      Десет години по-късно се върнах в този град.
      Благодаря на всички. Довиждане.`),
  },
  {
    language: 'fr',
    encodings: ['windows-1252'],
    lines: lines(`
      Où étais-tu hier soir ? Je t'ai attendu.
      Désolé, mon téléphone était déchargé.
      Ça ne fait rien, entre, il fait froid dehors.
      J'ai quelque chose de très important à te dire.
      Qu'est-ce qu'il y a ? Tu as l'air inquiet.
      Ils sont déjà au courant de notre plan !
      Nous devons partir d'ici immédiatement.
      Cours, et ne te retourne pas !
      Dix ans après, je suis revenu dans cette ville.
      Merci à tous, et à bientôt.`),
  },
  {
    language: 'de',
    encodings: ['windows-1252'],
    lines: lines(`
      Wo warst du gestern Abend? Ich habe gewartet.
      Tut mir leid, mein Handy war leer.
      Macht nichts, komm rein, draußen ist es kalt.
      Ich muss dir etwas sehr Wichtiges erzählen.
      Was ist los? Du wirkst so nervös.
      Sie wissen schon von unserem Plan!
      Wir müssen sofort von hier weg.
      Lauf und dreh dich nicht um!
      Zehn Jahre später kam ich in diese Stadt zurück.
      Danke schön, auf Wiedersehen.`),
  },
  {
    language: 'es',
    encodings: ['windows-1252'],
    lines: lines(`
      ¿Dónde estuviste anoche? Te estaba esperando.
      Lo siento, me quedé sin batería.
      No pasa nada, entra, que hace frío.
      Tengo que decirte algo muy importante.
      ¿Qué pasa? Te veo muy nervioso.
      ¡Ya saben cuál es nuestro plan!
      Tenemos que irnos de aquí ahora mismo.
      ¡Corre y no mires atrás!
      Diez años después volví a esta ciudad.
      Gracias a todos. Hasta mañana.`),
  },
  {
    language: 'pt',
    encodings: ['windows-1252'],
    lines: lines(`
      Onde você estava ontem à noite? Fiquei esperando.
      Desculpe, meu telefone ficou sem bateria.
      Não faz mal, entre, está frio lá fora.
      Preciso te contar uma coisa muito importante.
      O que foi? Você está tão nervoso.
      Eles já sabem do nosso plano!
      Temos que sair daqui já. Não há tempo.
      Corra e não olhe para trás!
      Dez anos depois voltei para esta cidade.
      Obrigado a todos. Até amanhã.`),
  },
  {
    language: 'it',
    encodings: ['windows-1252'],
    lines: lines(`
      Dov'eri ieri sera? Ti ho aspettato.
      Scusa, il telefono era scarico.
      Non fa niente, entra, fuori fa freddo. È tardi.
      Devo dirti una cosa molto importante.
      Che c'è? Mi sembri così nervoso.
      Sanno già del nostro piano!
      Dobbiamo andarcene subito, perché arrivano.
      Corri e non voltarti!
      Dieci anni dopo sono tornato in questa città.
      Grazie a tutti. Sarà per un'altra volta.`),
  },
  {
    language: 'sv',
    encodings: ['windows-1252'],
    lines: lines(`
      Var var du i går kväll? Jag väntade på dig.
      Förlåt, min telefon dog.
      Det gör inget, kom in, det är kallt ute.
      Jag måste berätta något väldigt viktigt.
      Vad är det? Du verkar så nervös.
      De känner redan till vår plan!
      Vi måste härifrån med en gång.
      Spring och se dig inte om!
      Tio år senare kom jag tillbaka till staden.
      Tack så mycket, allihop. Hej då.`),
  },
  {
    language: 'da',
    encodings: ['windows-1252'],
    lines: lines(`
      Hvor var du i går aftes? Jeg ventede på dig.
      Undskyld, min telefon gik død.
      Det gør ikke noget, kom ind, det er koldt udenfor.
      Jeg må fortælle dig noget meget vigtigt.
      Hvad er der? Du virker så nervøs.
      De kender allerede vores plan!
      Vi må væk herfra med det samme.
      Løb, og se dig ikke tilbage!
      Ti år senere vendte jeg tilbage til byen.
      Tak, alle sammen. På gensyn.`),
  },
  {
    language: 'fi',
    encodings: ['windows-1252'],
    lines: lines(`
      Missä olit eilen illalla? Odotin sinua.
      Anteeksi, puhelimestani loppui akku.
      Ei se mitään, tule sisään, ulkona on kylmä.
      Minulla on sinulle tärkeää asiaa.
      Mikä hätänä? Näytät hermostuneelta.
      He tietävät jo suunnitelmamme!
      Meidän täytyy lähteä täältä heti.
      Juokse äläkä katso taaksesi!
      Kymmenen vuotta myöhemmin palasin kaupunkiin.
      Kiitos kaikille. Näkemiin.`),
  },
  {
    language: 'pl',
    encodings: ['windows-1250', 'iso-8859-2'],
    lines: lines(`
      Gdzie byłeś wczoraj wieczorem? Czekałam na ciebie.
      Przepraszam, rozładował mi się telefon.
      Nic się nie stało, wejdź, na dworze jest zimno.
      Muszę ci powiedzieć coś bardzo ważnego.
      Co się dzieje? Wyglądasz na zdenerwowanego.
      Oni już wiedzą o naszym planie!
      Musimy natychmiast stąd wyjechać.
      Uciekaj i nie oglądaj się za siebie!
      Dziesięć lat później wróciłem do tego miasta.
      Dziękuję wszystkim. Do widzenia.`),
  },
  {
    language: 'cs',
    encodings: ['windows-1250', 'iso-8859-2'],
    lines: lines(`
      Kde jsi byl včera večer? Čekala jsem na tebe.
      Promiň, vybil se mi telefon.
      To nevadí, pojď dál, venku je zima.
      Musím ti říct něco velmi důležitého.
      Co se děje? Vypadáš nervózně.
      Už vědí o našem plánu!
      Musíme odsud okamžitě odejít.
      Utíkej a neotáčej se!
      Po deseti letech jsem se vrátil do tohoto města.
      Děkuji vám všem. Na shledanou.`),
  },
  {
    language: 'hu',
    encodings: ['windows-1250', 'iso-8859-2'],
    lines: lines(`
      Hol voltál tegnap este? Vártam rád.
      Sajnálom, lemerült a telefonom.
      Semmi baj, gyere be, hideg van kint.
      Valami nagyon fontosat kell mondanom.
      Mi történt? Olyan idegesnek tűnsz.
      Már tudnak a tervünkről!
      Azonnal el kell mennünk innen, mielőtt késő.
      Fuss, és ne nézz hátra!
      Tíz évvel később visszatértem ebbe a városba.
      Köszönöm mindenkinek. Viszontlátásra.`),
  },
  {
    language: 'ro',
    encodings: ['windows-1250', 'iso-8859-2'],
    lines: lines(`
      Unde ai fost aseară? Te-am aşteptat.
      Îmi pare rău, mi s-a descărcat telefonul.
      Nu face nimic, intră, afară e frig.
      Trebuie să-ţi spun ceva foarte important.
      Ce s-a întâmplat? Pari foarte agitat.
      Ei ştiu deja planul nostru!
      Trebuie să plecăm imediat de aici.
      Fugi şi nu te uita înapoi!
      După zece ani m-am întors în acest oraş.
      Vă mulţumesc tuturor. La revedere.`),
  },
  {
    language: 'hr',
    encodings: ['windows-1250', 'iso-8859-2'],
    lines: lines(`
      Gdje si bio sinoć? Čekala sam te.
      Oprosti, ispraznila mi se baterija.
      Nema veze, uđi, vani je hladno.
      Moram ti reći nešto vrlo važno.
      Što je bilo? Izgledaš uznemireno.
      Već znaju za naš plan!
      Moramo odmah otići odavde.
      Bježi i ne osvrći se!
      Deset godina poslije vratio sam se u ovaj grad.
      Hvala svima. Doviđenja, laku noć.`),
  },
  {
    language: 'tr',
    encodings: ['windows-1254'],
    lines: lines(`
      Dün gece neredeydin? Seni bekledim.
      Özür dilerim, telefonumun şarjı bitti.
      Önemli değil, içeri gir, dışarısı soğuk.
      Sana çok önemli bir şey söylemeliyim.
      Ne oldu? Çok gergin görünüyorsun.
      Planımızı zaten biliyorlar!
      Hemen buradan gitmemiz gerekiyor.
      Koş ve arkana bakma!
      On yıl sonra bu şehre geri döndüm.
      Hepinize teşekkür ederim. Hoşça kalın.`),
  },
  {
    language: 'el',
    encodings: ['windows-1253', 'iso-8859-7'],
    lines: lines(`
      Πού ήσουν χθες το βράδυ; Σε περίμενα.
      Συγγνώμη, τελείωσε η μπαταρία μου.
      Δεν πειράζει, πέρασε μέσα, κάνει κρύο έξω.
      Πρέπει να σου πω κάτι πολύ σημαντικό.
      Τι συμβαίνει; Φαίνεσαι πολύ νευρικός.
      Ξέρουν ήδη το σχέδιό μας!
      Πρέπει να φύγουμε αμέσως από εδώ.
      Τρέξε και μην κοιτάξεις πίσω!
      Δέκα χρόνια μετά γύρισα σε αυτή την πόλη.
      Σας ευχαριστώ όλους. Αντίο.`),
  },
  {
    language: 'he',
    encodings: ['windows-1255', 'iso-8859-8'],
    lines: lines(`
      איפה היית אתמול בלילה? חיכיתי לך.
      סליחה, נגמרה לי הסוללה.
      לא נורא, תיכנס, קר בחוץ.
      אני צריך להגיד לך משהו מאוד חשוב.
      מה קרה? אתה נראה לחוץ.
      הם כבר יודעים על התוכנית שלנו!
      אנחנו חייבים לצאת מכאן מיד.
      רוץ ואל תסתכל אחורה!
      עשר שנים אחר כך חזרתי לעיר הזאת.
      תודה לכולם. להתראות.`),
  },
  {
    language: 'ar',
    encodings: ['windows-1256', 'iso-8859-6'],
    lines: lines(`
      أين كنت ليلة أمس؟ لقد انتظرتك طويلا.
      آسف، لقد نفدت بطارية هاتفي.
      لا بأس، ادخل، الجو بارد في الخارج.
      يجب أن أخبرك بشيء مهم جدا.
      ماذا حدث؟ تبدو متوترا.
      إنهم يعرفون خطتنا بالفعل!
      علينا أن نغادر هذا المكان فورا.
      اركض ولا تنظر إلى الوراء!
      بعد عشر سنوات عدت إلى هذه المدينة.
      شكرا لكم جميعا. إلى اللقاء.`),
  },
  {
    language: 'lt',
    encodings: ['windows-1257'],
    lines: lines(`
      Kur buvai vakar vakare? Aš tavęs laukiau.
      Atsiprašau, išsikrovė mano telefonas.
      Nieko tokio, užeik, lauke šalta.
      Turiu tau pasakyti kai ką labai svarbaus.
      Kas nutiko? Atrodai susirūpinęs.
      Jie jau žino apie mūsų planą!
      Turime tuoj pat iš čia išvykti.
      Bėk ir neatsigręžk!
      Po dešimties metų grįžau į šį miestą.
      Ačiū jums visiems. Iki pasimatymo.`),
  },
  {
    language: 'et',
    encodings: ['windows-1257'],
    lines: lines(`
      Kus sa eile õhtul olid? Ma ootasin sind.
      Vabandust, mu telefon sai tühjaks.
      Pole midagi, tule sisse, väljas on külm.
      Ma pean sulle midagi väga tähtsat rääkima.
      Mis juhtus? Sa tundud närviline.
      Nad teavad juba meie plaanist!
      Me peame kohe siit lahkuma.
      Jookse ja ära vaata tagasi!
      Kümme aastat hiljem tulin siia linna tagasi.
      Aitäh teile kõigile. Nägemist.`),
  },
  {
    language: 'vi',
    encodings: ['windows-1258'],
    lines: lines(`
      Tối qua anh đã ở đâu? Em đã đợi anh.
      Xin lỗi, điện thoại của anh hết pin.
      Không sao, vào đi, bên ngoài lạnh lắm.
      Anh có chuyện rất quan trọng muốn nói với em.
      Có chuyện gì vậy? Trông anh lo lắng quá.
      Bọn chúng đã biết kế hoạch của chúng ta!
      Chúng ta phải rời khỏi đây ngay lập tức.
      Chạy đi, đừng quay đầu lại!
      Mười năm sau, tôi trở lại thành phố này.
      Cảm ơn tất cả mọi người. Tạm biệt.`),
  },
  {
    language: 'th',
    encodings: ['windows-874'],
    lines: lines(`
      เมื่อคืนคุณไปไหนมา ฉันรอคุณอยู่นะ
      ขอโทษที โทรศัพท์ของผมแบตหมด
      ไม่เป็นไร เข้ามาก่อนสิ ข้างนอกหนาวมาก
      ผมมีเรื่องสำคัญมากจะบอกคุณ
      เกิดอะไรขึ้น คุณดูเครียดมากเลย
      พวกมันรู้แผนของเราแล้ว!
      เราต้องออกไปจากที่นี่เดี๋ยวนี้
      วิ่งไป อย่าหันกลับมามอง!
      สิบปีต่อมา ผมกลับมาที่เมืองนี้อีกครั้ง
      ขอบคุณทุกคนมาก แล้วพบกันใหม่`),
  },
]
