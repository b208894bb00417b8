import { z } from 'zod'
import { shareRoles } from '../domain/share.ts'
import { call, none } from './call.ts'
import { id, line } from './fields.ts'
import { video } from './video.ts'

const share = z
  .object({
    share_id: z.string(),
    video_id: z.string(),
    role: z.enum(shareRoles),
    /** The account that the video is shared with: display name and user name. */
    name: z.string(),
    account: z.string(),
    create_time: z.string(),
  })
  .meta({ id: 'VideoShare' })
export type VideoShare = z.infer<typeof share>

/** Videos shared with other accounts: guests read and comment, or edit the subtitles; everything else is the owner's. */
export const shareCalls = {
  shareVideo: call({
    method: 'POST',
    path: '/admin/file.share/add',
    access: 'customer',
    limits: { bodyBytes: 4096, perMinute: 90 },
    summary: 'Share a video with another account by its name or confirmed e-mail address; again, to change its role',
    input: z.object({ video_id: id, account: line(200, 1), role: z.enum(shareRoles) }),
    data: share,
  }),
  listShares: call({
    method: 'GET',
    path: '/admin/file.share/getlist',
    access: 'visitor',
    summary: 'Accounts that a video of the caller is shared with',
    input: z.object({ video_id: id }),
    data: z.object({ list: z.array(share) }),
  }),
  listSharedVideos: call({
    method: 'GET',
    path: '/admin/file.share/mine',
    access: 'visitor',
    summary: 'Videos that others share with the caller, the newest share first',
    input: none,
    data: z.object({
      list: z.array(z.object({ share_id: z.string(), role: z.enum(shareRoles), owner: z.string(), video })),
    }),
  }),
  endShare: call({
    method: 'DELETE',
    path: '/admin/file.share/del',
    access: 'visitor',
    summary: 'Stop sharing a video, or leave one that is shared with the caller',
    input: z.object({ share_id: id }),
    data: none,
  }),
}
