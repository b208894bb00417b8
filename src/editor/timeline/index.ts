/** The interface of the timeline: other folders import only from here, and from `ahead.ts`, which loads first. */
export { drawColumnStrip, THIN_STRIP_PX } from './column-strip.ts'
export { listenToGestures } from './gestures/listen.ts'
export { GuideMark } from './guide-mark.ts'
export { showMedia } from './media-view.ts'
export { paletteOf, type SpeakerColors } from './palette.ts'
export { PlayheadMark } from './playhead-mark.ts'
export { defaultTracks, type DrawnView, type TimelineScene, type Tracks, tracksHeight } from './scene.ts'
export { VOICE_TRACK_PX, type VoiceLook, type VoicePlace } from './voice-layer.ts'
export { chooseRenderer, gpuName } from './surface/renderer-choice.ts'
export { Timeline } from './Timeline.tsx'
export { type FollowMode, followModes, ViewFollower } from './view-follower.ts'
export {
  centre,
  keepInside,
  openingScale,
  pxPerMsOf,
  reveal,
  scaleOf,
  type Span,
  spans,
  type TimelineScale,
  type View,
  xOf,
  zoomTo,
} from './view.ts'
