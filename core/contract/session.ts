import { z } from 'zod'
import { accountName, isReadableName, unreadable } from '../domain/account-name.ts'
import { MAX_EMAIL_LENGTH, MAX_PASSWORD_LENGTH, MIN_PASSWORD_LENGTH } from '../domain/account.ts'
import type { MenuEntry } from '../domain/menu.ts'
import { call, forPrograms, none } from './call.ts'
import { email, name, text } from './fields.ts'

export const userInfo = z
  .object({
    user_id: z.string(),
    name: z.string(),
    nickname: z.string(),
    cname: z.string(),
    ckey: z.string(),
    mobile: z.string(),
    logo_url: z.string(),
    customer_type: z.number().int(),
    is_vistor: z.boolean(),
    is_staff: z.boolean(),
  })
  .meta({ id: 'UserInfo' })
export type UserInfo = z.infer<typeof userInfo>

/** Entries of the side menu; a group has its own in `childlist`. */
const menuEntry: z.ZodType<MenuEntry> = z
  .object({
    id: z.string(),
    name: z.string(),
    url: z.string(),
    icon: z.string(),
    get childlist() {
      return z.array(menuEntry)
    },
    isHidden: z.boolean(),
    meta: z.object({ disabled: z.boolean() }),
  })
  .meta({ id: 'MenuEntry' })

const signedIn = z
  .object({
    access_token: z.string(),
    expires_at: z.string(),
    userinfo: userInfo,
    menu_list: z.array(menuEntry).readonly(),
    auth_list: z.array(z.string()),
    /** The visitor's folders that moved to the account. */
    carried_folders: z.number().int(),
  })
  .meta({ id: 'SignedIn' })
export type SignedIn = z.infer<typeof signedIn>

/** Parameters of Google's redirect. */
const returned = {
  state: text(200, 1),
  code: text(2000).optional(),
  error: text(200).optional(),
  iss: text(500).optional(),
}

/** Calls a minute per address that check or set passwords. */
const loginLimits = { perMinute: 20, per: 'address' } as const

const newPassword = text(MAX_PASSWORD_LENGTH, MIN_PASSWORD_LENGTH)

/** Sign-in, sign-out and the signed-in user. */
export const sessionCalls = {
  loginAnonymous: call({
    method: 'POST',
    path: '/admin/login.anonymous/login',
    access: 'public',
    limits: loginLimits,
    summary: 'Sign in as a visitor',
    input: none,
    data: signedIn,
  }),
  loginAccount: call({
    method: 'POST',
    path: '/admin/login.account/login',
    access: 'public',
    isAlways: true,
    limits: loginLimits,
    summary: 'Sign in with a name or e-mail address and a password; a visitor who sends their token keeps their work',
    input: z.object({
      account: text(MAX_EMAIL_LENGTH, 1),
      password: text(MAX_PASSWORD_LENGTH, 1),
    }),
    data: signedIn,
  }),
  registerAccount: call({
    method: 'POST',
    path: '/admin/login.account/register',
    access: 'public',
    limits: loginLimits,
    summary: 'Create an account; a visitor who sends their token keeps their work',
    input: z.object({
      name: name(accountName.max).min(accountName.min).regex(accountName.pattern).refine(isReadableName, unreadable),
      email,
      password: newPassword,
    }),
    data: signedIn,
  }),
  confirmAddress: call({
    method: 'POST',
    path: '/admin/login.account/confirmemail',
    access: 'public',
    limits: loginLimits,
    summary: 'Confirm an address by the token of the link in the e-mail',
    input: z.object({ token: text(200, 1) }),
    data: z.object({ account: z.string(), email: z.string() }),
  }),
  askPassword: call({
    method: 'POST',
    path: '/admin/login.account/forgotpassword',
    access: 'public',
    limits: loginLimits,
    summary: 'Send the e-mail for a new password; the answer does not reveal whether an account has the address',
    input: z.object({ email }),
    data: none,
  }),
  resetPassword: call({
    method: 'POST',
    path: '/admin/login.account/resetpassword',
    access: 'public',
    limits: loginLimits,
    summary: 'Set a new password by the token of a link, which ends every session',
    input: z.object({ token: text(200, 1), password: newPassword, revoke_keys: z.boolean().default(false) }),
    data: z.object({
      account: z.string(),
      /** Names of the API keys that stay valid. */
      keys: z.array(z.string()),
    }),
  }),
  beginGoogle: call({
    method: 'GET',
    path: '/admin/login.google/login',
    access: 'public',
    limits: loginLimits,
    summary:
      'Where to sign in with Google; the ticket is needed when Google redirects back. With an account’s token, Google is connected to it',
    input: z.object({ class: z.literal('begin'), redirect: text(2000).default('') }),
    data: z.object({ url: z.string(), ticket: z.string() }),
  }),
  finishGoogle: call({
    method: 'GET',
    path: '/admin/login.google/login',
    access: 'public',
    limits: loginLimits,
    summary: 'Sign in with the answer of Google; a visitor who sends their token keeps their work',
    input: z.object({ class: z.literal('finish'), ticket: text(200, 1), ...returned }),
    data: signedIn.extend({
      /** The page to return to, a path of this application. */
      redirect: z.string(),
      /** Whether the Google account was connected to a signed-in account. */
      is_connected: z.boolean(),
    }),
  }),
  leaveGoogle: call({
    method: 'POST',
    path: '/admin/login.google/disconnect',
    access: 'customer',
    summary: 'Disconnect Google from the account; refused where there is no password',
    input: none,
    data: none,
  }),
  logout: call({
    method: 'POST',
    path: '/admin/home.user/logout',
    access: 'visitor',
    isAlways: true,
    summary: 'End the session of this token',
    input: none,
    data: none,
  }),
  getInfo: call({
    method: 'GET',
    path: '/admin/user.info/getInfo',
    access: 'visitor',
    auth: forPrograms,
    summary: 'The user and their credits',
    input: none,
    data: z.object({
      user_id: z.string(),
      cname: z.string(),
      credits: z.number().int(),
      purchase_credits: z.number().int(),
      gift_credits: z.number().int(),
      ongoing: z.number().int(),
      /** Date of the account's deletion with its content; empty if not requested. */
      delete_after: z.string(),
    }),
  }),
}
