import { proxy } from 'valtio'
import * as z from 'zod/mini'
import type { SignedIn, UserInfo } from '#core/contract/session.ts'
import { stored, textStorage } from '#src/ui/stored.ts'

const userInfo: z.ZodMiniType<UserInfo> = z.object({
  user_id: z.string(),
  name: z.string(),
  nickname: z.string(),
  cname: z.string(),
  ckey: z.string(),
  mobile: z.string(),
  logo_url: z.string(),
  customer_type: z.number(),
  is_vistor: z.boolean(),
  // Sessions of earlier releases lack it.
  is_staff: z._default(z.boolean(), false),
})

const keptToken = stored('access_token', z.object({ token: z.string(), expires_at: z.string() }), undefined)
const keptUser = stored('userinfo', userInfo, undefined)
const keptPermissions = stored('auth_list', z.array(z.string()), [])
/** Written here, read by the menu only (`src/shell/side-menu.ts`). */
export const MENU_KEY = 'menu_list'

/** How the user signed in. */
export type EntryWay = 'account' | 'google' | 'anonymous'

/** The signed-in user; shared by all tabs. */
export const account = proxy<{
  token: string
  user: UserInfo | undefined
  permissions: string[]
  enteredBy: EntryWay | undefined
  hasLeft: boolean
}>({
  token: '',
  user: undefined,
  permissions: [],
  /** How the user has just signed in in this tab. */
  enteredBy: undefined,
  /** Whether the user signed out deliberately: the login page then does not return to the old page. */
  hasLeft: false,
})

/** Loads the stored session. An unreadable or expired token is removed with the user data. */
export function restoreSession(): 'none' | 'restored' | 'expired' {
  const kept = keptToken.get()
  const user = keptUser.get()
  if (!kept || !user || Date.parse(kept.expires_at) <= Date.now()) {
    clearSession()
    return kept ? 'expired' : 'none'
  }
  account.token = kept.token
  account.user = user
  account.permissions = keptPermissions.get()
  return 'restored'
}

/** Stores a new session, for later visits and other tabs. */
export function storeSession(signedIn: SignedIn, way: EntryWay = wayOf(signedIn)): void {
  keptUser.set(signedIn.userinfo)
  keptPermissions.set(signedIn.auth_list)
  textStorage.setItem(MENU_KEY, JSON.stringify(signedIn.menu_list))
  // Last: other tabs read the rest when they see it.
  keptToken.set({ token: signedIn.access_token, expires_at: signedIn.expires_at })
  account.token = signedIn.access_token
  account.user = signedIn.userinfo
  account.permissions = signedIn.auth_list
  account.enteredBy = way
  account.hasLeft = false
}

function wayOf({ userinfo }: SignedIn): EntryWay {
  return userinfo.is_vistor ? 'anonymous' : 'account'
}

/** Stores changed account data; the session continues. */
export function updateUser(user: UserInfo, permissions: string[]): void {
  keptUser.set(user)
  keptPermissions.set(permissions)
  account.user = user
  account.permissions = permissions
}

/** Clears the session. */
export function clearSession(): void {
  for (const kept of [keptToken, keptUser, keptPermissions]) kept.clear()
  textStorage.removeItem(MENU_KEY)
  account.token = ''
  account.user = undefined
  account.permissions = []
}

/** The same for a deliberate sign-out. */
export function leaveSession(): void {
  account.hasLeft = true
  clearSession()
}

/** The same by a call that ends the session on the server: other calls' failures meanwhile are not shown. */
export async function leaveSessionBy(end: Promise<unknown>): Promise<void> {
  account.hasLeft = true
  try {
    await end
  } catch (error) {
    account.hasLeft = false
    throw error
  }
  clearSession()
}

/** Follows a sign-in or sign-out of another tab. */
export function followOtherTabs(): void {
  keptToken.subscribe((kept) => {
    if (kept) restoreSession()
    else clearSession()
  })
}

/** True for a user without an account. */
export function isVisitor(): boolean {
  return account.user?.is_vistor ?? true
}
