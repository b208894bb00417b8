import mammoth from 'mammoth'
import { SaxesParser } from 'saxes'
import { unpacked } from './office-archive.ts'

const HEADING = /^h[1-6]$/
const BLOCK = /^(?:p|li|td|th|h[1-6])$/

/**
 * A Word document's text: a row per paragraph with blank lines between, headings with Markdown's marks. Throws TooBig or
 * TooComplex, and an Error for an invalid document.
 */
export async function wordText(bytes: Uint8Array): Promise<string> {
  const plain = unpacked(bytes)
  const { value } = await mammoth.convertToHtml(
    // The package has different entry points in browsers and Node.
    { arrayBuffer: plain.slice().buffer, buffer: plain },
    { ignoreEmptyParagraphs: false, convertImage: mammoth.images.imgElement(async () => ({ src: '' })) },
  )
  return textOfHtml(value)
}

/** Paragraphs without an empty one between are rows of one part, as in screenplays. */
function textOfHtml(html: string): string {
  let text = ''
  let paragraph = ''
  const parser = new SaxesParser()
  parser.on('opentag', ({ name }) => {
    if (HEADING.test(name)) paragraph = '# '
    else if (name === 'br') paragraph += '\n'
  })
  parser.on('text', (part) => (paragraph += part))
  parser.on('closetag', ({ name }) => {
    if (!BLOCK.test(name)) return
    // A cell's paragraph is written already.
    if (name !== 'p' && paragraph === '') return
    text += `${paragraph === '# ' ? '' : paragraph}\n`
    paragraph = ''
  })
  parser.write(`<div>${html}</div>`).close()
  return text
}
