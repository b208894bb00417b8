/** How letters are sent. */
export interface MailSettings {
  /** The mail server, with name and password: `smtps://name:password@host`. */
  readonly url: string
  readonly from: string
  /** This installation's address, for links; without it letters have none. */
  readonly site: string | undefined
  /** Where letters to staff go. */
  readonly staff: string | undefined
}
