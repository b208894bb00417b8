import { z } from 'zod'
import { isPhone } from '../domain/forms.ts'
import { call, none } from './call.ts'
import { email, id, line, text } from './fields.ts'
import { userInfo } from './session.ts'

/** Calls a minute per address that check or set passwords. */
const passwordLimits = { perMinute: 20, per: 'address' } as const

const profile = z
  .object({
    userinfo: userInfo,
    auth_list: z.array(z.string()),
    /** The account's address, or the one that a letter was sent to. */
    email: z.string(),
    /** Whether the address is proved; else it does not open the account. */
    email_verified: z.boolean(),
    /** Whether the sign-up credits wait for a proved address. */
    gift_waits: z.boolean(),
    /** False if only Google opens the account. */
    has_password: z.boolean(),
    has_google: z.boolean(),
    /** Names of its API keys, which a new password leaves valid. */
    keys: z.array(z.string()),
    created_at: z.string(),
  })
  .meta({ id: 'Profile' })

const session = z
  .object({
    id: z.string(),
    /** The browser's description of itself. */
    device: z.string(),
    is_current: z.boolean(),
    created_at: z.string(),
    used_at: z.string(),
  })
  .meta({ id: 'Session' })

/** A user's own account. */
export const profileCalls = {
  getProfile: call({
    method: 'GET',
    path: '/admin/home.user/getprofile',
    access: 'customer',
    summary: 'The account of this session',
    input: none,
    data: profile,
  }),
  setProfile: call({
    method: 'POST',
    path: '/admin/home.user/setprofile',
    access: 'customer',
    summary: 'Change the profile of an account; omitted fields stay. `logo_url` is an address of gettoken, or empty',
    input: z.object({
      nickname: line(60, 1).optional(),
      cname: line(120).optional(),
      mobile: line(40)
        .refine((text) => text === '' || isPhone(text), 'not a phone number')
        .optional(),
      logo_url: text(600).optional(),
    }),
    data: profile,
  }),
  getLogoToken: call({
    method: 'GET',
    path: '/admin/home.upload/gettoken',
    access: 'customer',
    summary: 'An address to PUT a user’s picture to, and its later address',
    input: z.object({ file_name: text(255, 1), class: z.literal('user_logo') }),
    data: z.object({ uploadurl: z.string(), url: z.string(), max_bytes: z.number().int() }),
  }),
  setPassword: call({
    method: 'POST',
    path: '/admin/home.user/setpassword',
    access: 'customer',
    limits: passwordLimits,
    summary: 'Change the password, which ends every session; an account without one leaves the old one empty',
    input: z.object({
      oldpassword: text(200),
      password: text(200),
      repassword: text(200),
      revoke_keys: z.boolean().default(false),
    }),
    data: z.object({
      /** Names of the API keys that stay valid. */
      keys: z.array(z.string()),
    }),
  }),
  askProof: call({
    method: 'POST',
    path: '/admin/home.user/proveemail',
    access: 'customer',
    limits: passwordLimits,
    summary: 'Send the e-mail whose link confirms an address; another address than the account’s needs the password',
    input: z.object({ email, password: text(200).default('') }),
    data: none,
  }),
  listSessions: call({
    method: 'GET',
    path: '/admin/home.user/getsessions',
    access: 'customer',
    summary: 'The sessions of the account',
    input: none,
    data: z.object({ list: z.array(session) }),
  }),
  endSession: call({
    method: 'POST',
    path: '/admin/home.user/endsession',
    access: 'customer',
    summary: 'Sign out one session, or without an id all but this one',
    input: z.object({ id: id.optional() }),
    data: none,
  }),
}
