import { z } from 'zod'
import { NOTICE_LIMITS } from '../domain/notice.ts'
import { call, listOf, none } from './call.ts'
import { id, line, pageInput, revision, text } from './fields.ts'

const notice = z
  .object({
    id: z.string(),
    title_content: z.string(),
    notice_content: z.string(),
    start_time: z.string(),
    end_time: z.string(),
    read: z.boolean(),
  })
  .meta({ id: 'Notice' })
export type NoticeView = z.infer<typeof notice>

/** A notice in both languages, for staff. */
const written = z.object({
  title_en: line(NOTICE_LIMITS.title, 1),
  title_zh_cn: line(NOTICE_LIMITS.title, 1),
  content_en: text(NOTICE_LIMITS.content, 1),
  content_zh_cn: text(NOTICE_LIMITS.content, 1),
  start_time: z.iso.datetime(),
  end_time: z.iso.datetime(),
})

const staffNotice = z
  .object({
    id: z.string(),
    title_en: z.string(),
    title_zh_cn: z.string(),
    content_en: z.string(),
    content_zh_cn: z.string(),
    start_time: z.string(),
    end_time: z.string(),
    revision: z.number().int(),
    editor: z.string(),
    updated_at: z.string(),
  })
  .meta({ id: 'StaffNotice' })
export type StaffNotice = z.infer<typeof staffNotice>

/** Notices to all accounts, and their editing by staff. */
export const noticeCalls = {
  listNotices: call({
    method: 'GET',
    path: '/admin/home.user/getnoticelist',
    access: 'customer',
    summary: 'Notices of today in the language of the request, the newest first',
    input: none,
    data: z.object({ list: z.array(notice) }),
  }),
  readNotice: call({
    method: 'POST',
    path: '/admin/home.user/readnotice',
    access: 'customer',
    summary: 'Mark a notice as read',
    input: z.object({ id }),
    data: none,
  }),
  listStaffNotices: call({
    method: 'GET',
    path: '/admin/staff.notice/getlist',
    access: 'staff',
    summary: 'All notices in both languages, the latest start first',
    input: z.object(pageInput),
    data: listOf(staffNotice),
  }),
  saveNotice: call({
    method: 'POST',
    path: '/admin/staff.notice/save',
    access: 'staff',
    summary: 'Write a notice; with the id and the revision of one, change it',
    input: written
      .extend({ id: id.optional(), revision: revision.optional() })
      .refine(({ start_time, end_time }) => Date.parse(end_time) > Date.parse(start_time), {
        path: ['end_time'],
        params: { key: 'end_before_start' },
      }),
    data: staffNotice,
  }),
  deleteNotice: call({
    method: 'DELETE',
    path: '/admin/staff.notice/del',
    access: 'staff',
    summary: 'Delete a notice',
    input: z.object({ id }),
    data: none,
  }),
}
