import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const tokens = readFileSync('renderer/styles/tokens.css', 'utf8')
const notice = readFileSync('renderer/components/notices/notice.module.css', 'utf8')

/** A color of the tokens in both themes. */
function colorsOf(token: string): readonly [light: string, dark: string] {
  const [, light, dark] = new RegExp(`--${token}: light-dark\\((#\\w{6}), (#\\w{6})\\)`).exec(tokens) ?? []
  if (light === undefined || dark === undefined) throw new Error(`no color --${token}`)
  return [light, dark]
}

function luminance(color: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const share = Number.parseInt(color.slice(at, at + 2), 16) / 255
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

function contrast(one: string, other: string): number {
  const [light = 0, dark = 0] = [luminance(one), luminance(other)].toSorted((a, b) => b - a)
  return (light + 0.05) / (dark + 0.05)
}

test('a notice says its sentence in the color of text; the icon and the edge have the color of its tone', () => {
  const colored = [...notice.matchAll(/([^{}]+)\{([^}]*)\}/g)].flatMap(([, selector = '', body = '']) =>
    /(?<!-)\bcolor: var\(--(?:bad|wait|ok)\)/.test(body) ? [selector.trim().replace(/^\/\*[^]*\*\/\s*/, '')] : [],
  )
  expect(colored).toEqual(['.bad .icon', '.wait .icon', '.ok .icon'])
})

test('text, links and icons of notices have a contrast of at least 4.5 in both themes', () => {
  const weak = ['bad', 'wait', 'ok'].flatMap((tone) =>
    ['text', 'muted', 'accent', tone].flatMap((token) =>
      [0, 1].flatMap((theme) => {
        const ratio = contrast(colorsOf(token)[theme] ?? '', colorsOf(`${tone}-bg`)[theme] ?? '')
        return ratio >= 4.5 ? [] : [`--${token} on --${tone}-bg in ${theme === 0 ? 'light' : 'dark'}: ${ratio}`]
      }),
    ),
  )
  expect(weak).toEqual([])
})
