import './people.css'
import { type ReactNode, useEffect, useRef, useSyncExternalStore } from 'react'
import type { Present } from '#core/domain/presence.ts'
import { cueIn } from '#core/subtitle/cue/cue-list.ts'
import { followText } from '../../model/follow-text.ts'
import { type TimelineScene, xOf } from '../../timeline/index.ts'
import { useEditor } from '../../context/use-editor.ts'
import type { People } from './people.ts'
import { colorOfPage } from './presence.ts'

/** Flags above lines with other users: page elements, since they change independently of the picture. */
export function TimelinePeople({ people, scene }: { people: People; scene: TimelineScene }): ReactNode {
  const { presence } = people
  const others = useSyncExternalStore(presence.subscribe, presence.others)
  return others.map((each) => <PersonFlag key={each.pageId} present={each} scene={scene} />)
}

function PersonFlag({ present, scene }: { present: Present; scene: TimelineScene }): ReactNode {
  const { session } = useEditor()
  const flag = useRef<HTMLDivElement>(null)
  const { pageId, person, cueId } = present
  useEffect(() => {
    const place = (): void => {
      const element = flag.current
      if (!element) return
      const { view } = scene.state
      const cue = cueIn(session.list, cueId)
      const x = cue ? xOf(view, cue.start) : -1
      const isOut = !cue || x < 0 || x > view.width
      if (element.hidden !== isOut) element.hidden = isOut
      if (!isOut) element.style.transform = `translateX(${x}px)`
    }
    const stops = [scene.onView(place), followText(session, place)]
    place()
    return () => {
      for (const stop of stops) stop()
    }
  }, [scene, session, cueId])
  return (
    <div ref={flag} className="timeline-person" style={{ background: colorOfPage(pageId) }} hidden>
      {person}
    </div>
  )
}
