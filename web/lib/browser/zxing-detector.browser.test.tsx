import { expect, onTestFinished, test } from 'vitest'
import { createZxingDetector } from './zxing-detector.ts'

const EAN_13 = '6009880123452'

/** The bars of the digits, 1 is black: GS1 General Specifications, section 5.2.1. */
function drawEan13(digits: string) {
  const odd = ['0001101', '0011001', '0010011', '0111101', '0100011', '0110001', '0101111', '0111011', '0110111', '0001011']
  const right = odd.map((bars) => [...bars].map((bar) => (bar === '1' ? '0' : '1')).join(''))
  const even = right.map((bars) => [...bars].reverse().join(''))
  const parities = ['LLLLLL', 'LLGLGG', 'LLGGLG', 'LLGGGL', 'LGLLGG', 'LGGLLG', 'LGGGLL', 'LGLGLG', 'LGLGGL', 'LGGLGL']
  const [first = 0, ...others] = [...digits].map(Number)
  const left = others.slice(0, 6).map((digit, place) => (parities[first]?.[place] === 'L' ? odd[digit] : even[digit]))
  return `101${left.join('')}01010${others
    .slice(6)
    .map((digit) => right[digit])
    .join('')}101`
}

/** A camera that sees a label: grey, larger than the bars, upright or lying. */
async function showLabel(bars: string, isUpright: boolean) {
  const canvas = document.createElement('canvas')
  const context = canvas.getContext('2d')
  const video = document.createElement('video')
  if (!context) throw new Error('no canvas')
  canvas.width = 1600
  canvas.height = 1200
  const draw = () => {
    context.resetTransform()
    context.fillStyle = '#d8d4c8'
    context.fillRect(0, 0, canvas.width, canvas.height)
    context.translate(canvas.width / 2, canvas.height / 2)
    if (!isUpright) context.rotate(Math.PI / 2)
    context.fillStyle = '#222018'
    for (const [place, bar] of [...bars].entries()) if (bar === '1') context.fillRect((place - bars.length / 2) * 6, -120, 6, 240)
  }
  const drawing = setInterval(draw, 50)
  video.muted = true
  video.srcObject = canvas.captureStream()
  onTestFinished(() => {
    clearInterval(drawing)
    video.srcObject = null
  })
  draw()
  await video.play()
  return video
}

test.each([
  ['lies', true],
  ['stands', false],
])('zxing detector: reads a barcode that %s, once it has seen it twice', async (_, isUpright) => {
  const video = await showLabel(drawEan13(EAN_13), isUpright)
  const { detect } = createZxingDetector()
  const found = [await detect(video), await detect(video)]
  expect(found).toEqual([[], []])
  await expect.poll(() => detect(video)).toEqual([{ rawValue: EAN_13 }])
})

test('zxing detector: sees nothing where there is no barcode', async () => {
  const video = await showLabel('', true)
  const { detect } = createZxingDetector()
  for (let look = 0; look < 4; look++) expect(await detect(video)).toEqual([])
})
