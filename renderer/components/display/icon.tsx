const shapes = {
  check: 'M3.5 8.5l3 3 6-7',
  close: 'M4 4l8 8M12 4l-8 8',
  left: 'M10 3.5L5.5 8l4.5 4.5',
  right: 'M6 3.5L10.5 8L6 12.5',
  down: 'M3.5 6L8 10.5L12.5 6',
  filter: 'M2 3.5h12L9.5 9v4.5L6.5 12V9z',
  search: 'M7 2.5a4.5 4.5 0 1 0 0 9a4.5 4.5 0 1 0 0-9M10.4 10.4L13.5 13.5',
  warning: 'M8 2.2L14.4 13.3H1.6zM8 6.4v3.2M8 11.4v.2',
  file: 'M4 1.8h5.2L12.5 5v9.2H4zM9 2v3.2h3.3',
  plus: 'M8 3v10M3 8h10',
  copy: 'M5.5 5.5h7v8h-7zM10 5V2.5H3.5v8H5',
  pause: 'M5.5 3.5v9M10.5 3.5v9',
  play: 'M5 3.2l7.5 4.8L5 12.8z',
  drop: 'M8 2v8M4.8 7L8 10.2L11.2 7M2.5 11v2.5h11V11',
  upload: 'M8 10.5V2M4.5 5.5L8 2l3.5 3.5M2.5 10v3.5h11V10',
  arrow: 'M3 8h10M9 4l4 4-4 4',
  alert: 'M8 14.5A6.5 6.5 0 1 0 8 1.5a6.5 6.5 0 0 0 0 13zM8 4.5V9M8 11.3v.01',
  shield: 'M8 1.5l5.5 2v4.2c0 3.2-2.2 5.8-5.5 6.8-3.3-1-5.5-3.6-5.5-6.8V3.5zM5.5 8l1.8 1.8L10.8 6.3',
  clock: 'M8 14.5A6.5 6.5 0 1 0 8 1.5a6.5 6.5 0 0 0 0 13zM8 4.5V8l2.5 1.5',
  info: 'M8 14.5A6.5 6.5 0 1 0 8 1.5a6.5 6.5 0 0 0 0 13zM8 7.5v4M8 4.8v.01',
  more: 'M3.5 8v.01M8 8v.01M12.5 8v.01',
  database:
    'M2.5 3.8c0-1.2 2.5-2.1 5.5-2.1s5.5.9 5.5 2.1-2.5 2.1-5.5 2.1-5.5-.9-5.5-2.1v8.4c0 1.2 2.5 2.1 5.5 2.1s5.5-.9 5.5-2.1V3.8M2.5 8c0 1.2 2.5 2.1 5.5 2.1s5.5-.9 5.5-2.1',
  sun: 'M8 11a3 3 0 1 0 0-6a3 3 0 0 0 0 6zM8 1.5v1.2M8 13.3v1.2M1.5 8h1.2M13.3 8h1.2M3.4 3.4l.9.9M11.7 11.7l.9.9M3.4 12.6l.9-.9M11.7 4.3l.9-.9',
  moon: 'M13.5 9.8A6 6 0 1 1 6.2 2.5a4.7 4.7 0 0 0 7.3 7.3z',
  screen: 'M1.8 3h12.4v8H1.8zM5.5 13.5h5M8 11v2.5',
  move: 'M2 5h9M8.5 2L12 5 8.5 8M14 11H5M7.5 8L4 11l3.5 3',
  eye: 'M1.5 8S4 3.5 8 3.5 14.5 8 14.5 8 12 12.5 8 12.5 1.5 8 1.5 8zM8 9.8a1.8 1.8 0 1 0 0-3.6a1.8 1.8 0 0 0 0 3.6z',
} as const

type IconName = keyof typeof shapes

/** A 16 pixel line drawing in the colour of the text; said by the words beside it, never alone. */
export function Icon({ name, size = 16 }: { readonly name: IconName; readonly size?: number }) {
  return (
    <svg width={size} height={size} viewBox="0 0 16 16" aria-hidden="true" focusable="false">
      <path
        d={shapes[name]}
        fill="none"
        stroke="currentColor"
        strokeWidth="1.6"
        strokeLinecap="round"
        strokeLinejoin="round"
      />
    </svg>
  )
}
