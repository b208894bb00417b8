import './reading.css'
import './guide.css'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { FILE_LIFETIME_DAYS, mediaExtensions, videoLimits } from '#core/domain/limits.ts'
import { fileEnding, formats } from '#core/subtitle/formats/format.ts'
import { rates } from '#core/tasks/prices.ts'
import { Button } from '#src/ui/Button.ts'
import { formatList } from '#src/ui/format.ts'
import { Search } from '#src/ui/icons.ts'
import { TextInput } from '#src/ui/TextInput.ts'
import { GuideKeys } from './GuideKeys.tsx'
import { GuidePicture } from './GuidePicture.tsx'
import { ReadingHead } from './ReadingHead.tsx'

const sections = ['library', 'upload', 'tasks', 'editor', 'formats', 'credits', 'shortcuts'] as const
type Section = (typeof sections)[number]

interface Chapter {
  readonly name: Section
  readonly title: string
  readonly paragraphs: readonly string[]
}

/** The user guide with a search over its paragraphs. */
export function GuidePage(): ReactNode {
  const { t } = useTranslation('guide')
  const [search, setSearch] = useState('')
  const chapters = useChapters()
  const found = chapters.flatMap((chapter) => matching(chapter, search.trim()))
  return (
    <div className="reading">
      <ReadingHead />
      <div className="guide">
        <nav className="guide-contents" aria-label={t('contents')}>
          <TextInput
            type="search"
            leftIcon={<Search />}
            placeholder={t('search')}
            aria-label={t('search')}
            value={search}
            onValueChange={setSearch}
          />
          <ul>
            {found.map(({ name, title }) => (
              <li key={name}>
                <a href={`#${name}`}>{title}</a>
              </li>
            ))}
          </ul>
        </nav>
        <main className="reading-text">
          <h1>{t('common:title_help')}</h1>
          <p className="muted">{t('lead')}</p>
          {found.length === 0 && (
            <p role="status">
              {t('nothing', { text: search })} <Button text={t('clear')} onClick={() => setSearch('')} />
            </p>
          )}
          {found.map(({ name, title, paragraphs }) => (
            <section key={name} id={name}>
              <h2>{title}</h2>
              <GuidePicture chapter={name} />
              {paragraphs.map((text) => (
                <p key={text}>{text}</p>
              ))}
              {name === 'shortcuts' && <GuideKeys />}
            </section>
          ))}
        </main>
      </div>
    </div>
  )
}

function useChapters(): readonly Chapter[] {
  const { t } = useTranslation('guide')
  const facts = {
    days: FILE_LIFETIME_DAYS,
    minutes: videoLimits.maxMinutes,
    formats: formatList(mediaExtensions),
    subtitles: formatList(formats.map((format) => fileEnding(format).toUpperCase())),
    extract: rates.video_extract,
    synthesis: rates.video_synthesis,
    translate: rates.video_translate,
    dub: rates.video_dubbing,
    erase: rates.video_erase.basic,
    advanced: rates.video_erase.advanced,
    text: rates.subtitle_translate,
  }
  return sections.map((name) => ({
    name,
    title: t(`${name}_title`),
    paragraphs: t(`${name}_text`, facts).split('\n'),
  }))
}

/** A chapter's paragraphs with the text; all of them if its title matches, none without a match. */
function matching(chapter: Chapter, text: string): readonly Chapter[] {
  const has = (one: string): boolean => one.toLocaleLowerCase().includes(text.toLocaleLowerCase())
  if (has(chapter.title)) return [chapter]
  const paragraphs = chapter.paragraphs.filter(has)
  return paragraphs.length > 0 ? [{ ...chapter, paragraphs }] : []
}
