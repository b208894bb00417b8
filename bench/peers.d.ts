declare module 'subtitles-parser-vtt' {
  interface Item {
    id: number
    startTime: number
    endTime: number
    text: string
  }
  const parser: { fromVtt(text: string, format: 'ms'): Item[]; toVtt(items: Item[]): string }
  export = parser
}
