import { proxy } from 'valtio'
import type { SignedIn, UserInfo } from '#core/contract/session.ts'

const TOKEN = 'access_token'
const USER = 'userinfo'
const AUTH = 'auth_list'

interface StoredToken {
  token: string
  expires_at: string
}

/** Who is signed in here; the same in every tab. */
export const account = proxy<{ token: string; user: UserInfo | undefined; permissions: string[] }>({
  token: '',
  user: undefined,
  permissions: [],
})

/** Reads what an earlier visit stored. A token that can't be read or has expired is removed with the user data. */
export function restoreSession(): 'none' | 'restored' | 'expired' {
  const text = localStorage.getItem(TOKEN)
  if (!text) return 'none'
  const stored = readJson<StoredToken>(text)
  const user = readJson<UserInfo>(localStorage.getItem(USER) ?? '')
  const lives = stored && Date.parse(stored.expires_at) > Date.now()
  if (!stored || !user || !lives) {
    clearSession()
    return stored ? 'expired' : 'none'
  }
  account.token = stored.token
  account.user = user
  account.permissions = readJson<string[]>(localStorage.getItem(AUTH) ?? '') ?? []
  return 'restored'
}

export function storeSession(signedIn: SignedIn): void {
  const stored: StoredToken = { token: signedIn.access_token, expires_at: signedIn.expires_at }
  localStorage.setItem(TOKEN, JSON.stringify(stored))
  localStorage.setItem(USER, JSON.stringify(signedIn.userinfo))
  localStorage.setItem(AUTH, JSON.stringify(signedIn.auth_list))
  account.token = signedIn.access_token
  account.user = signedIn.userinfo
  account.permissions = signedIn.auth_list
}

export function clearSession(): void {
  for (const key of [TOKEN, USER, AUTH]) localStorage.removeItem(key)
  account.token = ''
  account.user = undefined
  account.permissions = []
}

/** Another tab signed in or out: this one follows. */
export function followOtherTabs(): void {
  window.addEventListener('storage', (event) => {
    if (event.key !== TOKEN) return
    if (event.newValue) restoreSession()
    else clearSession()
  })
}

export function isVisitor(): boolean {
  return account.user?.is_vistor ?? true
}

function readJson<T>(text: string): T | undefined {
  try {
    return JSON.parse(text) as T
  } catch {
    // Written by something else or cut off: as good as absent.
    return undefined
  }
}
