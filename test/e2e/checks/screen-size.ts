import type { Page } from 'playwright'

/**
 * How much one screen asks of a reader: words that can be read without opening anything, whatever can be pressed, and of that the
 * commands: neither the frame that every screen has (menu, help, six steps) nor tabs nor headings that sort a column.
 */
export type ScreenSize = {
  readonly words: number
  readonly buttons: number
  readonly commands: number
  /** Buttons that do something now: a step that is closed, or a blocked button, says why instead. */
  readonly pressable: number
}

/**
 * Counts the words of the page as it is, scrolled or not, and the buttons in view. A word has a letter or a digit; what only
 * screen readers are told is not counted, nor are times of day: a run that passes a full minute names two. A button is whatever is pressed: buttons, links, tabs, menus that fold open.
 */
export function screenSize(page: Page): Promise<ScreenSize> {
  return page.evaluate(() => {
    const isInView = (element: Element) => {
      const { x, y, width, height } = element.getBoundingClientRect()
      // Items of a menu that is closed stand nowhere.
      if (width === 0 || !element.checkVisibility({ visibilityProperty: true })) return false
      const top = document.elementFromPoint(x + width / 2, y + height / 2)
      return top !== null && (element.contains(top) || top.contains(element))
    }
    const hidden = [...document.querySelectorAll<HTMLElement>('.visually-hidden')]
    for (const element of hidden) element.hidden = true
    const texts = document.body.innerText.replaceAll(/(?: to)? \d\d:\d\d\b/g, '').split(/\s+/)
    for (const element of hidden) element.hidden = false
    const buttons = [...document.querySelectorAll('button, a[href], summary')].filter(isInView)
    return {
      words: texts.filter((text) => /[\p{L}\p{N}]/u.test(text)).length,
      buttons: buttons.length,
      pressable: buttons.filter((button) => button.ariaDisabled !== 'true').length,
      commands: buttons.filter((button) => !button.matches('header:has(+ nav) *, nav *, [role="tab"], th *')).length,
    }
  })
}
