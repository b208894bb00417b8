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
  /** Where the provider describes itself. */
  readonly issuer: string
  readonly clientId: string
  readonly clientSecret: string
  /** Where Google sends people back to. */
  readonly returnAddress: string
}

/** How people sign in by Google, or what the operator has to set first. */
export type GoogleSetup =
  | { readonly settings: GoogleSettings; readonly remedy: null }
  | { readonly settings: undefined; readonly remedy: SetupMessage }

/** What is kept of a sign-in until Google sends the person back. */
export interface Secrets {
  readonly state: string
  readonly nonce: string
  readonly verifier: string
}

/** What comes back in the address: a code, or why there is none. */
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

/** Who the user is, as Google says. */
export type Identity = z.infer<typeof claims>

const TIMEOUT_S = 10

/** Google as an OpenID provider. It is asked to describe itself when the user first wants to sign in. */
export class GoogleProvider {
  private readonly settings: GoogleSettings
  private found: Promise<Configuration> | undefined

  constructor(settings: GoogleSettings) {
    this.settings = settings
  }

  /** A page of Google's that asks who the user is, and what has to be kept until they come back. */
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

  /** Who came back. Throws a Refusal where they did not let us know, or where anything about the answer is wrong. */
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

/** Only a provider on this machine may speak without encryption. */
function isOnThisMachine(address: string): boolean {
  return ['127.0.0.1', 'localhost', '[::1]'].includes(new URL(address).hostname)
}

/** A Refusal whose cause is for the log: it tells a wrong setting from a person who came back with something else. */
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
