import './Tour.css'
import 'driver.js/dist/driver.css'
import { driver } from 'driver.js'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { useSnapshot } from 'valtio'
import * as z from 'zod/mini'
import { stored } from '#src/ui/stored.ts'
import { useEditor } from '../context/use-editor.ts'

const tourSetting = stored('cuelane-tour', z.enum(['seen', 'new']), 'new')
const stops = ['videos', 'version', 'rows', 'player', 'timeline', 'more', 'leave'] as const

/** Shows the tour once, and later on demand. */
export function Tour(): null {
  const { t } = useTranslation('editor')
  const { panels } = useEditor()
  const { isTouring } = useSnapshot(panels)
  useEffect(() => {
    if (tourSetting.get() === 'new') panels.isTouring = true
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
      onPopoverRender: ({ closeButton }) => {
        closeButton.textContent = t('tour_skip')
      },
      onDestroyStarted: () => {
        tour.destroy()
        panels.isTouring = false
      },
    })
    tourSetting.set('seen')
    tour.drive()
    return () => tour.destroy()
  }, [isTouring, panels, t])
  return null
}
