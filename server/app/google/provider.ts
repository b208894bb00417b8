import {
  allowInsecureRequests,
  authorizationCodeGrant,
  AuthorizationResponseError,
  buildAuthorizationUrl,
  calculatePKCECodeChallenge,
  ClientError,
  type Configuration,
  discovery,
  enableNonRepudiationChecks,
  randomNonce,
  randomPKCECodeVerifier,
  randomState,
  ResponseBodyError,
} from 'openid-client'
import { z } from 'zod'
import type { SetupMessage } from '#core/domain/setup-message.ts'
import { Refusal } from '../refusal.ts'

export interface GoogleSettings {
  /** The provider's discovery address. */
  readonly issuer: string
  readonly clientId: string
  readonly clientSecret: string
  /** Where Google sends people back to. */
  readonly returnAddress: string
}

/** How users sign in by Google, or what the operator must configure first. */
export type GoogleSetup =
  | { readonly settings: GoogleSettings; readonly remedy: null }
  | { readonly settings: undefined; readonly remedy: SetupMessage }

/** Kept from a sign-in until Google redirects back. */
export interface Secrets {
  readonly state: string
  readonly nonce: string
  readonly verifier: string
}

/** The redirect's parameters: a code, or why there is none. */
export interface Returned {
  readonly state: string
  readonly code?: string | undefined
  readonly error?: string | undefined
  readonly iss?: string | undefined
}

const claims = z.object({
  sub: z.string().min(1).max(255),
  email: z.email().max(200).optional(),
  email_verified: z.union([z.boolean(), z.literal('true').transform(() => true)]).catch(false),
  name: z.string().optional(),
})

/** The user's identity by Google. */
export type Identity = z.infer<typeof claims>

const TIMEOUT_S = 10

/** Google as an OpenID provider; discovered at the first sign-in. */
export class GoogleProvider {
  private readonly settings: GoogleSettings
  private found: Promise<Configuration> | undefined

  constructor(settings: GoogleSettings) {
    this.settings = settings
  }

  /** The address of Google's sign-in page, and what must be kept until the redirect. */
  async begin(): Promise<{ url: string; secrets: Secrets }> {
    const provider = await this.provider()
    const secrets = { state: randomState(), nonce: randomNonce(), verifier: randomPKCECodeVerifier() }
    const url = buildAuthorizationUrl(provider, {
      redirect_uri: this.settings.returnAddress,
      scope: 'openid email profile',
      code_challenge: await calculatePKCECodeChallenge(secrets.verifier),
      code_challenge_method: 'S256',
      state: secrets.state,
      nonce: secrets.nonce,
      prompt: 'select_account',
    })
    return { url: url.href, secrets }
  }

  /** The user's identity. Throws a Refusal if they declined, or the answer is invalid. */
  async identify(returned: Returned, { state, nonce, verifier }: Secrets): Promise<Identity> {
    const provider = await this.provider()
    const address = new URL(this.settings.returnAddress)
    for (const [name, value] of Object.entries(returned)) if (value !== undefined) address.searchParams.set(name, value)
    const checks = { pkceCodeVerifier: verifier, expectedNonce: nonce, expectedState: state, idTokenExpected: true }
    const tokens = await authorizationCodeGrant(provider, address, checks).catch(refuse)
    const read = claims.safeParse(tokens.claims())
    return read.success ? read.data : refuse(read.error)
  }

  private async provider(): Promise<Configuration> {
    this.found ??= this.discover().catch((error: unknown) => {
      this.found = undefined
      throw error
    })
    return this.found.catch(refuse)
  }

  private async discover(): Promise<Configuration> {
    const { issuer, clientId, clientSecret } = this.settings
    const execute = [enableNonRepudiationChecks, ...(isOnThisMachine(issuer) ? [allowInsecureRequests] : [])]
    return discovery(new URL(issuer), clientId, clientSecret, undefined, { execute, timeout: TIMEOUT_S })
  }
}

/** Only a provider on this machine may use plain http. */
function isOnThisMachine(address: string): boolean {
  return ['127.0.0.1', 'localhost', '[::1]'].includes(new URL(address).hostname)
}

/** A Refusal with a cause for the log, to distinguish a wrong setting from a wrong answer. */
function refuse(error: unknown): never {
  throw Object.assign(refusalOf(error), { cause: error })
}

function refusalOf(error: unknown): Refusal {
  if (error instanceof AuthorizationResponseError && error.error === 'access_denied')
    return new Refusal('notice', 'google_cancelled')
  const isAnswer =
    error instanceof AuthorizationResponseError ||
    error instanceof ResponseBodyError ||
    (error instanceof ClientError && error.code !== 'OAUTH_TIMEOUT')
  return isAnswer || error instanceof z.ZodError
    ? new Refusal('refused', 'google_failed')
    : new Refusal('failed', 'google_unreachable')
}
