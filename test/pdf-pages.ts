import { decodePDFRawStream, PDFArray, PDFDocument, PDFRawStream } from '@cantoo/pdf-lib'

/** What a PDF is made of: the words of each page, as they are written, how many paths are drawn on it, how large the last is written, and how their lines join. */
export async function pdfPages(bytes: Uint8Array) {
  const pdf = await PDFDocument.load(bytes, { updateMetadata: false })
  const pages = pdf.getPages().map((page) => {
    const parts = page.node.Contents()
    const streams = parts instanceof PDFArray ? parts.asArray().map((part) => pdf.context.lookup(part)) : [parts]
    const drawn = streams.map((part) => {
      if (!(part instanceof PDFRawStream)) throw new Error('expected a stream')
      return Buffer.from(decodePDFRawStream(part).decode()).toString('latin1')
    })
    const words = [...drawn.join('\n').matchAll(/<([0-9A-F]*)> Tj/g)].map(([, hex]) =>
      Buffer.from(hex, 'hex').toString('latin1'),
    )
    const paths = drawn.join('\n').match(/^(S|f|B)$/gm)?.length ?? 0
    const lastSize = Number([...drawn.join('\n').matchAll(/ ([\d.]+) Tf/g)].at(-1)?.[1])
    return { words, paths, lastSize, joins: drawn.join('\n').match(/^\d (?=j$)/gm) ?? [] }
  })
  return { title: pdf.getTitle(), size: pdf.getPage(0).getSize(), pages }
}
