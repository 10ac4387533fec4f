#!/usr/bin/env python3
"""Writes Sources/MarkdownSource/Data/emoji-names.txt from Unicode's list of emoji.

    apt-get install unicode-data
    scripts/emoji-names.py [FOLDER, default /usr/share/unicode]

Every emoji without a skin tone gets its Unicode name (`party_popper`) and, where people have come to call it
something shorter, that too (`tada`): the list below. Flags go by their country's code as well. The file has a line
`name emoji` for each, in the order of the names' bytes; the build embeds it.
"""

import pathlib
import re
import sys
import unicodedata

ROOT = pathlib.Path(__file__).resolve().parent.parent
TARGET = ROOT / "Sources/MarkdownSource/Data/emoji-names.txt"
DATA = pathlib.Path(sys.argv[1] if len(sys.argv) > 1 else "/usr/share/unicode")

SHORT = """
+1 👍  thumbsup 👍  -1 👎  thumbsdown 👎  ok_hand 👌  wave 👋  clap 👏  pray 🙏  raised_hands 🙌  open_hands 👐
muscle 💪  point_up ☝️  point_down 👇  point_left 👈  point_right 👉  point_up_2 👆  fist ✊  facepunch 👊  punch 👊
v ✌️  metal 🤘  crossed_fingers 🤞  raised_hand ✋  handshake 🤝  writing_hand ✍️  call_me_hand 🤙  middle_finger 🖕
smile 😄  smiley 😃  grinning 😀  grin 😁  laughing 😆  satisfied 😆  joy 😂  rofl 🤣  blush 😊  innocent 😇
slightly_smiling_face 🙂  upside_down_face 🙃  wink 😉  relieved 😌  heart_eyes 😍  kissing_heart 😘  kissing 😗  yum 😋
stuck_out_tongue 😛  stuck_out_tongue_winking_eye 😜  stuck_out_tongue_closed_eyes 😝  sunglasses 😎  nerd_face 🤓
star_struck 🤩  smirk 😏  unamused 😒  disappointed 😞  pensive 😔  worried 😟  confused 😕  frowning_face ☹️
slightly_frowning_face 🙁  persevere 😣  confounded 😖  tired_face 😫  weary 😩  cry 😢  sob 😭  triumph 😤  angry 😠
rage 😡  exploding_head 🤯  flushed 😳  scream 😱  fearful 😨  cold_sweat 😰  sweat 😓  sweat_smile 😅  hugs 🤗
thinking 🤔  shushing_face 🤫  no_mouth 😶  neutral_face 😐  expressionless 😑  hushed 😯  open_mouth 😮  astonished 😲
sleeping 😴  dizzy_face 😵  zipper_mouth_face 🤐  mask 😷  smiling_imp 😈  imp 👿  skull 💀  ghost 👻  alien 👽  robot 🤖
poop 💩  hankey 💩  clown_face 🤡  money_mouth_face 🤑  eyes 👀  eye 👁️  brain 🧠  ear 👂  nose 👃  lips 👄  tongue 👅
baby 👶  boy 👦  girl 👧  man 👨  woman 👩  older_man 👴  older_woman 👵  cop 👮  family 👪  shrug 🤷  facepalm 🤦
ninja 🥷  zombie 🧟  mage 🧙  superhero 🦸  running 🏃  runner 🏃  walking 🚶  dancer 💃  bow 🙇
heart ❤️  orange_heart 🧡  yellow_heart 💛  green_heart 💚  blue_heart 💙  purple_heart 💜  black_heart 🖤
white_heart 🤍  brown_heart 🤎  broken_heart 💔  two_hearts 💕  sparkling_heart 💖  heartbeat 💓  cupid 💘
100 💯  boom 💥  collision 💥  anger 💢  sweat_drops 💦  dash 💨  dizzy 💫  speech_balloon 💬  thought_balloon 💭  zzz 💤
tada 🎉  confetti_ball 🎊  balloon 🎈  gift 🎁  birthday 🎂  cake 🍰  trophy 🏆  medal_sports 🏅  1st_place_medal 🥇
2nd_place_medal 🥈  3rd_place_medal 🥉  sparkles ✨  star ⭐  star2 🌟  fire 🔥  zap ⚡  snowflake ❄️  sunny ☀️  cloud ☁️
rainbow 🌈  umbrella ☔  ocean 🌊  droplet 💧  earth_africa 🌍  earth_americas 🌎  earth_asia 🌏  moon 🌔  crescent_moon 🌙
seedling 🌱  evergreen_tree 🌲  deciduous_tree 🌳  palm_tree 🌴  cactus 🌵  four_leaf_clover 🍀  maple_leaf 🍁  rose 🌹
sunflower 🌻  cherry_blossom 🌸  tulip 🌷  mushroom 🍄
rocket 🚀  airplane ✈️  car 🚗  red_car 🚗  bus 🚌  train 🚋  ship 🚢  bike 🚲  construction 🚧  rotating_light 🚨
checkered_flag 🏁  triangular_flag_on_post 🚩  white_flag 🏳️  pirate_flag 🏴‍☠️  rainbow_flag 🏳️‍🌈  anchor ⚓
house 🏠  office 🏢  hospital 🏥  school 🏫  factory 🏭  world_map 🗺️  mountain ⛰️  beach_umbrella 🏖️
bug 🐛  ant 🐜  bee 🐝  honeybee 🐝  beetle 🪲  butterfly 🦋  snail 🐌  spider 🕷️  spider_web 🕸️  crab 🦀  octopus 🐙  snake 🐍
turtle 🐢  fish 🐟  whale 🐳  dolphin 🐬  penguin 🐧  bird 🐦  chicken 🐔  duck 🦆  eagle 🦅  owl 🦉  dog 🐶  cat 🐱  mouse 🐭
hamster 🐹  rabbit 🐰  fox_face 🦊  bear 🐻  panda_face 🐼  koala 🐨  tiger 🐯  lion 🦁  cow 🐮  pig 🐷  frog 🐸  monkey 🐒
see_no_evil 🙈  hear_no_evil 🙉  speak_no_evil 🙊  horse 🐴  unicorn 🦄  sheep 🐑  elephant 🐘  sloth 🦥  otter 🦦  dragon 🐉  t-rex 🦖
apple 🍎  green_apple 🍏  banana 🍌  grapes 🍇  watermelon 🍉  lemon 🍋  peach 🍑  cherries 🍒  strawberry 🍓  tomato 🍅
avocado 🥑  corn 🌽  hot_pepper 🌶️  bread 🍞  cheese 🧀  egg 🥚  pizza 🍕  hamburger 🍔  fries 🍟  taco 🌮  sushi 🍣  ramen 🍜
cookie 🍪  doughnut 🍩  chocolate_bar 🍫  candy 🍬  popcorn 🍿  coffee ☕  tea 🍵  beer 🍺  beers 🍻  wine_glass 🍷
cocktail 🍸  champagne 🍾  salt 🧂
white_check_mark ✅  heavy_check_mark ✔️  ballot_box_with_check ☑️  x ❌  negative_squared_cross_mark ❎  warning ⚠️
no_entry ⛔  no_entry_sign 🚫  stop_sign 🛑  question ❓  grey_question ❔  exclamation ❗  grey_exclamation ❕
heavy_exclamation_mark ❗  bangbang ‼️  interrobang ⁉️  information_source ℹ️  recycle ♻️  heavy_plus_sign ➕
heavy_minus_sign ➖  heavy_multiplication_x ✖️  heavy_division_sign ➗  infinity ♾️  arrow_up ⬆️  arrow_down ⬇️  arrow_left ⬅️
arrow_right ➡️  arrow_upper_right ↗️  arrow_lower_right ↘️  arrow_right_hook ↪️  leftwards_arrow_with_hook ↩️
arrows_counterclockwise 🔄  arrow_forward ▶️  arrow_backward ◀️  pause_button ⏸️  stop_button ⏹️  fast_forward ⏩  rewind ⏪
repeat 🔁  twisted_rightwards_arrows 🔀  new 🆕  free 🆓  up 🆙  cool 🆒  ok 🆗  sos 🆘  top 🔝  soon 🔜  back 🔙  end 🔚  on 🔛
red_circle 🔴  orange_circle 🟠  yellow_circle 🟡  green_circle 🟢  large_blue_circle 🔵  blue_circle 🔵  purple_circle 🟣
white_circle ⚪  black_circle ⚫  red_square 🟥  green_square 🟩  blue_square 🟦  large_blue_diamond 🔷  small_blue_diamond 🔹
copyright ©️  registered ®️  tm ™️  zero 0️⃣  one 1️⃣  two 2️⃣  three 3️⃣  four 4️⃣  five 5️⃣  six 6️⃣  seven 7️⃣  eight 8️⃣
nine 9️⃣  keycap_ten 🔟  hash #️⃣  asterisk *️⃣
computer 💻  desktop_computer 🖥️  keyboard ⌨️  computer_mouse 🖱️  iphone 📱  phone ☎️  telephone ☎️  battery 🔋
electric_plug 🔌  bulb 💡  flashlight 🔦  candle 🕯️  floppy_disk 💾  cd 💿  dvd 📀  camera 📷  movie_camera 🎥  tv 📺  radio 📻
hourglass ⌛  hourglass_flowing_sand ⏳  watch ⌚  alarm_clock ⏰  stopwatch ⏱️  satellite 📡  telescope 🔭  microscope 🔬
test_tube 🧪  dna 🧬  pill 💊  syringe 💉  thermometer 🌡️  wrench 🔧  hammer 🔨  hammer_and_wrench 🛠️  gear ⚙️  nut_and_bolt 🔩
link 🔗  chains ⛓️  scissors ✂️  paperclip 📎  pushpin 📌  round_pushpin 📍  magnet 🧲  toolbox 🧰  broom 🧹  wastebasket 🗑️
lock 🔒  unlock 🔓  closed_lock_with_key 🔐  key 🔑  old_key 🗝️  shield 🛡️  bomb 💣  crystal_ball 🔮  gem 💎  moneybag 💰
dollar 💵  credit_card 💳  chart 💹  bar_chart 📊  chart_with_upwards_trend 📈  chart_with_downwards_trend 📉
memo 📝  pencil 📝  pencil2 ✏️  pen 🖊️  book 📖  books 📚  notebook 📓  ledger 📒  bookmark 🔖  label 🏷️  page_facing_up 📄
page_with_curl 📃  scroll 📜  clipboard 📋  calendar 📆  date 📅  newspaper 📰  file_folder 📁  open_file_folder 📂
card_index 📇  package 📦  mailbox 📫  email 📧  envelope ✉️  incoming_envelope 📨  inbox_tray 📥  outbox_tray 📤  mega 📣
loudspeaker 📢  bell 🔔  no_bell 🔕  mute 🔇  speaker 🔈  sound 🔉  loud_sound 🔊  musical_note 🎵  notes 🎶  microphone 🎤
headphones 🎧  guitar 🎸  drum 🥁  art 🎨  performing_arts 🎭  video_game 🎮  game_die 🎲  dart 🎯  jigsaw 🧩  soccer ⚽
basketball 🏀  football 🏈  tennis 🎾  crown 👑  tophat 🎩  mortar_board 🎓  eyeglasses 👓  shirt 👕  jeans 👖  ring 💍
lipstick 💄  briefcase 💼  mag 🔍  mag_right 🔎  bathtub 🛁  toilet 🚽  door 🚪  bed 🛏️  couch_and_lamp 🛋️
jack_o_lantern 🎃  christmas_tree 🎄  santa 🎅  fireworks 🎆  sparkler 🎇  ribbon 🎀  ticket 🎫  whale2 🐋  feet 🐾  paw_prints 🐾
construction_worker 👷  technologist 🧑‍💻  man_technologist 👨‍💻  woman_technologist 👩‍💻  scientist 🧑‍🔬  artist 🧑‍🎨  teacher 🧑‍🏫
thread 🧵  yarn 🧶  adhesive_bandage 🩹  ladder 🪜  bricks 🧱  compass 🧭  hatching_chick 🐣  hatched_chick 🐥  egg_plant 🍆
"""


def slug(name):
    plain = unicodedata.normalize("NFKD", name).encode("ascii", "ignore").decode()
    plain = plain.lower().replace("#", "hash").replace("*", "asterisk").replace("&", "and")
    return re.sub(r"[^a-z0-9+-]+", "_", plain).strip("_")


def main():
    names = {}
    known = set()
    for line in (DATA / "emoji/emoji-test.txt").read_text(encoding="utf-8").splitlines():
        match = re.match(r"([0-9A-F ]+); (fully-qualified|component)\s*# \S+ E[0-9.]+ (.+)", line)
        if not match or "skin tone" in match[3]:
            continue
        emoji = "".join(chr(int(point, 16)) for point in match[1].split())
        known.add(emoji)
        name = match[3]
        names.setdefault(slug(name.removeprefix("keycap: ")) if not name.startswith("keycap") else
                         "keycap_" + slug(name.split(": ")[1]), emoji)
        if name.startswith("flag: ") and len(emoji) == 2:
            code = "".join(chr(ord(letter) - 0x1F1E6 + ord("a")) for letter in emoji)
            names["flag_" + code] = emoji
    words = SHORT.split()
    for name, emoji in zip(words[::2], words[1::2], strict=True):
        if emoji not in known:
            sys.exit(f"{name}: {emoji} is no emoji of the list")
        names[name] = emoji
    lines = [f"{name} {names[name]}\n" for name in sorted(names)]
    TARGET.parent.mkdir(exist_ok=True)
    TARGET.write_text("".join(lines), encoding="utf-8")
    print(f"{len(lines)} names, the longest of {max(map(len, names))} bytes")


main()
