/** How letters are sent. */
export interface MailSettings {
  /** Server that takes letters, with its name and password: `smtps://name:password@host`. */
  readonly url: string
  readonly from: string
  /** The address of this installation, for links; without it letters have none. */
  readonly site: string | undefined
  /** Where the staff's own letters go. */
  readonly staff: string | undefined
}
