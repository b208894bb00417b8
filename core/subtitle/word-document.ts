import mammoth from 'mammoth'
import { SaxesParser } from 'saxes'
import { unpacked } from './office-archive.ts'

const HEADING = /^h[1-6]$/
const BLOCK = /^(?:p|li|td|th|h[1-6])$/

/**
 * The text of a Word document: a row for each paragraph with an empty one between, headings with the sign that Markdown has
 * for them. Throws TooBig or TooComplex, and an Error for what is no such document.
 */
export async function wordText(bytes: Uint8Array): Promise<string> {
  const plain = unpacked(bytes)
  const { value } = await mammoth.convertToHtml(
    // The package reads one of the two in a browser and the other one in Node.
    { arrayBuffer: plain.slice().buffer, buffer: plain },
    { ignoreEmptyParagraphs: false, convertImage: mammoth.images.imgElement(async () => ({ src: '' })) },
  )
  return textOfHtml(value)
}

/** Paragraphs right after each other, without an empty one between, are rows of the same part: so screenplays have them. */
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
    // A cell's paragraph has been written by now.
    if (name !== 'p' && paragraph === '') return
    text += `${paragraph === '# ' ? '' : paragraph}\n`
    paragraph = ''
  })
  parser.write(`<div>${html}</div>`).close()
  return text
}
