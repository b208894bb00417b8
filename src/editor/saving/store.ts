/** Brings edits to where they are kept: the server, or a file. */
export interface EditorStore {
  /** Begins to watch the session; returns what ends it. */
  start(): () => void
  /** Restores what an earlier visit could not store; true where there was something. */
  recover(): Promise<boolean>
  /** Whether an edit would be lost if the page went now. */
  isAtRisk(): boolean
  /** Stores what needs no consent of the person; false where it could not. */
  flush(): Promise<boolean>
  /** Stores because the person asks for it; false where it could not. */
  save(): Promise<boolean>
}
