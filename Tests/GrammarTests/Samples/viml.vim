" Settings and functions of an editor.
scriptencoding utf-8
if exists('g:loaded_shop') || &compatible
  finish
endif
let g:loaded_shop = 1

set nocompatible
set number relativenumber
set tabstop=4 shiftwidth=4 expandtab
setlocal textwidth=78
syntax enable
filetype plugin indent on
colorscheme desert

let mapleader = ","
let s:cache = {}
let b:count = 0x1F + 10 - 3.5
let g:names = ['one', "two\n", 'it''s']
let $PATH .= ':/usr/local/bin'
let &textwidth = 80
let @a = 'register'

nnoremap <silent> <leader>w :write<CR>
inoremap <expr> <Tab> pumvisible() ? "\<C-n>" : "\<Tab>"
vmap <C-c> "+y
map <F5> :call shop#Run()<CR>
cnoreabbrev W w

highlight Comment ctermfg=green guifg=#00ff00
hi link shopName Identifier

augroup shop
  autocmd!
  autocmd BufNewFile,BufRead *.shop setfiletype shop
  au FileType python setlocal expandtab
augroup END

command! -nargs=1 -complete=file Shop call shop#Open(<q-args>)

" Adds the numbers.
function! s:Add(first, ...) abort
  let total = a:first
  for item in a:000
    if item =~# '^\d\+$' && item != ''
      let total += str2nr(item)
    elseif type(item) == type([])
      continue
    else
      echoerr 'bad item: ' . string(item)
      break
    endif
  endfor
  return total
endfunction

function shop#Run() dict range
  let l:index = 0
  while l:index < 10
    let l:index += 1
    execute 'normal! ' . l:index . 'G'
  endwhile
  try
    call s:Add(1, 2, '3')
    silent! normal! ggVG
  catch /^Vim\%((\a\+)\)\=:E/
    echohl ErrorMsg
    echomsg v:exception
    echohl None
  finally
    unlet s:cache
  endtry
endfunction

let Fn = function('s:Add')
let list = map(copy(g:names), {i, v -> v . i})
let line = getline('.')[0:3]
let empty = len(list) == 0 ? v:true : v:false
echo "done" | redraw
if has('nvim') && !has("win32")
  runtime! plugin/*.vim
  source ~/.vimrc
endif
call system("ls -la " . shellescape(expand('%:p')))
%s/foo/bar/g
syn region shopBlock matchgroup=Delimiter start=+{+ end=+}+ contains=Comment
syn match shopName "\w\+"he=e-1 nextgroup=Todo
menu &File.&Save\ All :wall<CR>
let total = first
  \ + second
let &l:path = &path
setlocal indentexpr=ShopIndent()
let sum = 0b101 + 1.5e3 + 0o17
let list = range(3)->map({_, v -> v * 2})
echom "a" .. g:name .. $HOME
%s/foo\d/bar/gc
let text =<< trim END
  one
END
Plug 'shop/tree', { 'on': 'Tree' }
function! s:Late(...) dict abort closure
endfunction
let words = {"end": "Ende\>", "example": "Beispiel", "and": 1}
lua << EOF
print("x", 1)
EOF
vim9script
export def Total(a: number, b = 1): number
  var all: list<number> = [1, 0x1f]
  const half = a / 2
  return a + b
enddef
