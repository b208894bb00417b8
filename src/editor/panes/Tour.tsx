import 'driver.js/dist/driver.css'
import { driver } from 'driver.js'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { useSnapshot } from 'valtio'
import { useEditor } from '../editor.ts'

const STORED = 'cuelane-tour'
const stops = ['videos', 'version', 'rows', 'player', 'timeline', 'more', 'leave'] as const

/** Leads once through the editor; from then on only on demand. */
export function Tour(): null {
  const { t } = useTranslation('editor')
  const { panels } = useEditor()
  const { isTouring } = useSnapshot(panels)
  useEffect(() => {
    if (localStorage.getItem(STORED) !== 'seen') panels.isTouring = true
  }, [panels])
  useEffect(() => {
    if (!isTouring) return
    const tour = driver({
      showProgress: true,
      nextBtnText: t('common:go_on'),
      prevBtnText: t('common:previous'),
      doneBtnText: t('tour_done'),
      progressText: '{{current}} / {{total}}',
      steps: stops
        .filter((stop) => document.querySelector(`[data-tour="${stop}"]`))
        .map((stop) => ({
          element: `[data-tour="${stop}"]`,
          popover: { title: t(`tour_${stop}`), description: t(`tour_${stop}_text`) },
        })),
      onDestroyStarted: () => {
        tour.destroy()
        panels.isTouring = false
      },
    })
    localStorage.setItem(STORED, 'seen')
    tour.drive()
    return () => tour.destroy()
  }, [isTouring, panels, t])
  return null
}
