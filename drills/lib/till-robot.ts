// A seller who works the till in the browser: a script of the page. It presses what a person presses, without a person's pauses.

export type Receipt = { reference: string; total: string }

export type Robot = {
  signIn(pin: string): Promise<void>
  /** Scans, takes the money, and returns what the receipt says. A basket that is there already is paid too. */
  sell(barcodes: string[]): Promise<Receipt>
  /** Gives one piece of a receipt back, or pays the basket that is there already. */
  giveBack(reference: string): Promise<Receipt>
  /** Pays R 1,50 out of the drawer. */
  payOut(): Promise<void>
  closeDrawer(): Promise<void>
  /** Resolves when the till says that everything is sent, or that the server has refused something. */
  sendAll(): Promise<void>
}

declare global {
  interface Window {
    robot: Robot
    /** The clock of the page is ahead of the real one by this. */
    clockAheadMs: number
  }
}

/** Made a script of the page before its own: it may use nothing outside of itself. */
export function installRobot() {
  const RealDate = Date
  window.clockAheadMs = 0
  window.Date = class extends RealDate {
    constructor(...values: ConstructorParameters<DateConstructor> | []) {
      if (values.length === 0) super(RealDate.now() + window.clockAheadMs)
      else super(...values)
    }
    static override now() {
      return RealDate.now() + window.clockAheadMs
    }
  } as DateConstructor

  const DEADLINE_MS = 30_000

  async function until<Found>(what: string, find: () => Found | undefined | null | false): Promise<Found> {
    const deadline = performance.now() + DEADLINE_MS
    for (;;) {
      const found = find()
      if (found) return found
      if (performance.now() > deadline) throw new Error(`no ${what} on: ${document.body.innerText.slice(0, 1000)}`)
      await new Promise((resolve) => setTimeout(resolve, 2))
    }
  }
  const dialog = () => document.querySelector('dialog[open]')
  const isTitled = (title: string) => dialog()?.querySelector('h2')?.textContent === title
  const findButton = (name: string, within: ParentNode | null) =>
    [...(within ?? document).querySelectorAll('button')].find(
      (button) => !button.disabled && (button.textContent.trim().startsWith(name) || button.ariaLabel === name),
    )
  const press = async (name: string, findPlace: () => ParentNode | null = dialog) =>
    (await until(`button ${name}`, () => findPlace() && findButton(name, findPlace()))).click()
  const type = (keys: string[]) => {
    for (const key of keys) document.body.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }))
  }
  const fill = async (label: string, value: string) => {
    const input = await until(`field ${label}`, () =>
      [...document.querySelectorAll('input')].find((each) =>
        [...(each.labels ?? [])].some((text) => text.textContent.includes(label)),
      ),
    )
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(input, value)
    input.dispatchEvent(new Event('input', { bubbles: true }))
  }
  const isClosed = () => dialog() === null
  const getTotal = () => document.querySelector('[data-testid=total]')?.textContent

  /** Enabled when the basket has lines. */
  const findPay = () => {
    const foot = document.querySelector('.basket-foot')
    return findButton('Pay', foot) ?? findButton('Give back', foot)
  }

  /** Pays the basket, or gives it back, in any of four ways. */
  async function pay() {
    const button = await until('basket', () => isClosed() && findPay())
    const isRefund = button.textContent === 'Give back'
    button.click()
    if (!isRefund && Math.random() < 0.1) {
      await fill('Only a part', '5')
      await press('Card')
      await until('rest', () => dialog()?.textContent.includes('Left to pay'))
    }
    const method = ['Card', 'Cash', 'EFT', 'SnapScan'][Math.floor(Math.random() * 4)] ?? 'Card'
    await press(method)
    if (method === 'Cash' && !isRefund) await press('Exact')
    await until('receipt', () => isTitled('Paid') || isTitled('Given back'))
    const rows = [...(dialog()?.querySelectorAll('.paper-row') ?? [])].map(({ children }) =>
      [...children].map((cell) => cell.textContent),
    )
    const find = (name: string) => rows.find(([left]) => left === name)?.[1] ?? ''
    const receipt = { reference: find('Number'), total: find('Total') }
    await press('Next sale')
    await until('end of the sale', isClosed)
    return receipt
  }

  window.robot = {
    async signIn(pin) {
      const person = await until('seller', () => document.querySelector<HTMLElement>('.person'))
      person.click()
      await until('keys of a PIN', () => document.querySelector('.pin-pad'))
      // The page listens to the keyboard after it is drawn.
      await new Promise((resolve) => setTimeout(resolve, 50))
      for (const digit of pin) findButton(digit, document.querySelector('.pin-keys'))?.click()
      await press('OK', () => document.querySelector('.pin-keys'))
      const opened = () => document.querySelector('.tile') ?? findButton('Open drawer', document)
      if ((await until('till', opened)).classList.contains('tile')) return
      await fill('Float in rand', '500')
      await press('Open drawer', () => document)
      await until('products', () => document.querySelector('.tile'))
    },

    async sell(barcodes) {
      for (const barcode of barcodes) {
        const before = getTotal()
        type([...barcode, 'Enter'])
        await until('line', () => getTotal() !== before)
      }
      return pay()
    },

    async giveBack(reference) {
      // What an interrupted sale has left comes first.
      if (findPay()) return pay()
      await press('Receipts', () => document)
      await fill('Number of the receipt', reference)
      await press('Open')
      await press('Refund')
      const label = await until('quantity', () => dialog()?.querySelector('.refund-line label'))
      await fill(label.textContent, '1')
      await press('Continue')
      return pay()
    },

    async payOut() {
      await press('Drawer', () => document)
      await press('Paid out')
      await fill('Amount', '1,50')
      await fill('What for', 'Milk')
      await press('Take out')
      await until('menu', () => isTitled('Drawer'))
      await press('Close')
      await until('end of the movement', isClosed)
    },

    async closeDrawer() {
      await press('Drawer', () => document)
      await press('Count and close the drawer')
      await fill('Cash in the drawer', '0')
      await press('Continue')
      await press('Close drawer')
      await until('closed drawer', () => findButton('Open drawer', document))
    },

    async sendAll() {
      const status = await until('status', () => document.querySelector<HTMLElement>('.send-status'))
      // As a person presses it who wants it now.
      const pressing = setInterval(() => status.click(), 1_000)
      await until('end of sending', () => /All sent|refused/.test(status.textContent)).finally(() => clearInterval(pressing))
    },
  }
}
