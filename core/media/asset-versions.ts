import type { AssetKind } from '../domain/media.ts'
import { coverVersion } from './plans/cover.ts'
import { hlsVersion } from './plans/hls.ts'
import { peaksVersion } from './plans/peaks.ts'
import { proxyVersion } from './plans/proxy.ts'
import { soundVersion } from './plans/sound-copy.ts'
import { shotChangesVersion } from './plans/shot-changes.ts'
import { stripVersion } from './plans/thumbnails.ts'

/** Recipe version of each asset: a new one is stored beside those of earlier ones. */
export const assetVersion: Readonly<Record<AssetKind, string>> = {
  cover: coverVersion,
  proxy: proxyVersion,
  hls: hlsVersion,
  sound: soundVersion,
  peaks: peaksVersion,
  strip: stripVersion,
  shot_changes: shotChangesVersion,
}
