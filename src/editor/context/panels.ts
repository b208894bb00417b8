import { proxy } from 'valtio'
import * as z from 'zod/mini'
import type { TextSpan } from '#core/subtitle/text/spelling.ts'
import type { TimeRange } from '#core/timing/time-range.ts'
import { stored } from '#src/ui/stored.ts'
import { type FollowMode, openingScale, type TimelineScale } from '../timeline/index.ts'
import type { SyncMark } from './dialogs.ts'

export type SidePane = 'quality' | 'speakers' | 'compare' | 'style' | 'comments' | 'statistics' | 'text' | 'memory'

/** Position of the player: beside the lines, or above them. */
export const playerPlaces = ['right', 'top'] as const
export type PlayerPlace = (typeof playerPlaces)[number]

/** State of the panes beside the document. */
export interface Panels {
  side: SidePane | undefined
  /** The first of two sync points. */
  syncPoint: SyncMark | undefined
  /** The marked range of the video. */
  range: TimeRange | undefined
  /**
   * A new object at each command, so that an equal scale applies again. The timeline writes the scale after wheel
   * input.
   */
  scale: TimelineScale
  follow: FollowMode
  isTouring: boolean
  hasSpectrum: boolean
  /** Whether the timeline shows where the voices of a dub would lie. */
  hasVoices: boolean
  /** Magnification of the waveform; undefined fits it to the loudest part. */
  waveGain: number | undefined
  /** Whether the list of the folder's videos is open. */
  hasVideos: boolean
  playerPlace: PlayerPlace
  /** Whether the text box is below the lines. */
  hasText: boolean
  /** Whether the text box shows the reference version's text beside the line's. */
  isTranslating: boolean
  /** The word whose suggestions are open in the text box, by line and offset. */
  asked: { readonly id: string; readonly from: number } | undefined
  /** The range to select in the text box; a new object at each command. */
  textSelection: ({ readonly id: string } & TextSpan) | undefined
  /** Position of the open menu of the selected cues. */
  lineMenu: { left: number; top: number } | undefined
  /** The line whose other readings are open, and their position. */
  readings: { readonly id: string; readonly left: number; readonly top: number } | undefined
  /** The open menu of shot changes: its position, its time, and the shot change there. */
  shotMenu: { left: number; top: number; ms: number; mark: number | undefined } | undefined
}

/** Stored choices of panels, for all versions of this browser. */
export const panelSettings = {
  videos: stored('cuelane-videos', z.boolean(), true),
  voices: stored('cuelane-dub-voices', z.boolean(), false),
  text: stored('cuelane-text-box', z.boolean(), false),
  playerPlace: stored('cuelane-player-place', z.enum(playerPlaces), 'right'),
}

/** Panels of an editor that opens, by the length of its video and cues. */
export const newPanels = (durationMs: number): Panels =>
  proxy<Panels>({
    side: undefined,
    syncPoint: undefined,
    range: undefined,
    scale: openingScale(durationMs),
    follow: 'page',
    isTouring: false,
    hasSpectrum: false,
    hasVoices: panelSettings.voices.get(),
    waveGain: undefined,
    hasVideos: panelSettings.videos.get(),
    playerPlace: panelSettings.playerPlace.get(),
    hasText: panelSettings.text.get(),
    isTranslating: false,
    textSelection: undefined,
    asked: undefined,
    lineMenu: undefined,
    readings: undefined,
    shotMenu: undefined,
  })

/** Whether panes are below the player, where they take no space from the lines; else they have a column. */
export function isUnderPlayer(playerPlace: PlayerPlace): boolean {
  return playerPlace === 'right'
}
