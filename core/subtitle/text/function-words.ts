/*
 * Words of European languages that belong to what follows them. A word that is missing costs a less natural break only.
 */

const wordsOf = (list: string): ReadonlySet<string> => new Set(list.trim().split(/\s+/))

/** Conjunctions and relative pronouns. */
const clauseWords = wordsOf(`
  and but or nor because that which who whose when while if unless until although though since so where than et mais
  ou où que qui dont quand parce puisque lorsque und aber oder sondern dass weil wenn obwohl damit während y pero o
  porque cuando donde aunque mientras e ma che perché quando mentre mas onde embora enquanto и а но или что чтобы
  если когда который которая которые потому та але або що щоб якщо коли
`)

/** Articles, prepositions, possessives and demonstratives: a reader does not part them from their noun. */
const nounWords = wordsOf(`
  a an the of to in on at by as for from with without into onto upon over under about above below behind beside
  between among through during before after against around across along toward towards within like my your his her
  its our their this these those some any every each no der die das den dem des ein eine einen einem einer eines
  kein keine keinen mein meine dein deine sein seine ihr ihre unser unsere diese dieser dieses diesen im am zum zur
  vom von mit nach bei seit aus zu für durch gegen ohne um auf über unter vor hinter neben zwischen le la les un une
  du de au aux à en dans pour par avec sans sous sur chez entre vers depuis mon ma mes ton ta tes son sa ses notre
  nos votre vos leur leurs ce cet cette ces el los las una unos unas del al con sin por para sobre desde hasta hacia
  mi mis tu tus su sus nuestro nuestra este esta estos estas ese esa il lo gli i uno di da della delle dei degli nel
  nella nelle sul sulla per tra fra mio mia tuo tua suo sua questo questa os uma do dos na nas ao aos em com sem
  pelo pela meu minha seu в на с к у о от до из за по для при без через между мой моя твой свой наш ваш этот эта эти
  з із від під над про мій твій цей ця ці
`)

/** Subjects, with their verbs. Those that are objects too (you, it) are left out. */
const subjects = wordsOf(`
  i he she we they there i'm i'll i'd i've he's he'll he'd she's she'll she'd we're we'll we'd we've they're they'll
  they'd they've there's there'll there'd you're you'll you'd you've it's it'll it'd who's who'll who'd who've
  that's that'll that'd ich du er sie es wir je tu il elle on nous vous ils elles yo tú él ella nosotros ellos ellas
  io lui lei noi voi loro eu você ele ela nós eles elas я ты он она оно мы вы они ти він вона ми ви вони
`)

/** Helping verbs, and adverbs before a verb. */
const verbWords = wordsOf(`
  am is are was were be been being have has had do does did can could will would shall should may might must isn't
  aren't wasn't weren't haven't hasn't hadn't don't doesn't didn't can't couldn't won't wouldn't shouldn't mustn't
  gonna wanna gotta not never just really very too bin bist ist sind war waren habe hast hat haben hatte hatten wird
  werden wurde kann können muss müssen soll nicht suis est sommes sont était étaient ai avons avez ont avait ne pas
  estoy está están soy es son era han había muy sono è siamo erano ho hai hanno aveva não são estão foi не уже ещё
`)

/** Short words that end a phrase. */
const lastWords = wordsOf('me him us them it you one up off too now yes')

const MARKS = /^[^\p{L}\p{N}]+|[^\p{L}\p{N}]+$/gu
const bare = (word: string): string => word.replace(MARKS, '').replace('’', "'").toLowerCase()

/** Whether a word begins a clause, so that a break before it is natural. */
export const beginsClause = (word: string): boolean => clauseWords.has(bare(word))

/** Whether a word begins a smaller part: a phrase with a noun, or a subject. */
export function beginsPhrase(word: string): boolean {
  const letters = bare(word)
  return nounWords.has(letters) || subjects.has(letters)
}

/** Whether a word belongs to what follows, so that no row or cue should end with it. */
export const leansOn = (word: string): boolean => beginsClause(word) || beginsPhrase(word) || verbWords.has(bare(word))

/** Whether a short word belongs to what is before it. */
export const endsPhrase = (word: string): boolean => lastWords.has(bare(word))
