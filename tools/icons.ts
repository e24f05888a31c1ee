import { readFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import sharp from 'sharp'

// Draws the icons of the web manifest from the mark. Run it after a change of the mark: `npm run icons`.

const FOLDER = resolve(import.meta.dirname, '../web/public')
const mark = await readFile(resolve(FOLDER, 'favicon.svg'), 'utf8')

/** The width of the mark, for sharp to draw it at the size at which it is shown. */
const MARK_SIZE = 32
const draw = (svg: string, size: number) => sharp(Buffer.from(svg), { density: (72 * size) / MARK_SIZE }).resize(size, size)

/** A phone cuts its own shape out of the icon, which may leave the middle four fifths: the colour goes to the edge, the mark does not. */
const SAFE = 0.8
const shrunk = `translate(${(MARK_SIZE * (1 - SAFE)) / 2} ${(MARK_SIZE * (1 - SAFE)) / 2}) scale(${SAFE})`
const maskable = mark
  .replace(' rx="8"', '')
  .replace(/(<rect [^>]*\/>)([\s\S]*)<\/svg>/, `$1<g transform="${shrunk}">$2</g></svg>`)

for (const size of [192, 512])
  await draw(mark, size)
    .png({ palette: true })
    .toFile(resolve(FOLDER, `icon-${size}.png`))
await draw(maskable, 512).png({ palette: true }).toFile(resolve(FOLDER, 'icon-maskable-512.png'))
