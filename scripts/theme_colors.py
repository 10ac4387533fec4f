"""The colours of our themes, for themes.py: (lightness, chroma, hue) in OKLCH, or a fixed "#rrggbb"."""

THEMES = {
    # Volcanic glass: near black with a violet sheen, clear and even colours.
    "obsidian": {
        "name": "Obsidian", "dark": True,
        "background": (0.155, 0.012, 285), "codeBackground": (0.19, 0.015, 285),
        "inlineCodeBackground": (0.245, 0.02, 285), "border": (0.32, 0.02, 285),
        "text": (0.92, 0.012, 285), "accent": (0.7, 0.16, 295), "textOnAccent": (0.17, 0.04, 295),
        "inlineCode": (0.84, 0.08, 310),
        "roles": {
            "mutedText": (0.68, 0.02, 285), "link": (0.76, 0.12, 265), "heading": (0.86, 0.08, 295),
            "quote": (0.76, 0.03, 290), "error": (0.7, 0.18, 22), "warning": (0.82, 0.14, 78),
            "success": (0.78, 0.15, 152), "info": (0.76, 0.12, 235), "important": (0.76, 0.15, 305)},
        "tokens": {
            "comment": (0.651, 0.024, 275), "string": (0.818, 0.118, 143), "escape": (0.87, 0.13, 118),
            "regexp": (0.79, 0.13, 345), "number": (0.827, 0.115, 73), "constant": (0.77, 0.13, 45),
            "keyword": (0.742, 0.155, 299), "storage": (0.74, 0.12, 278), "operator": (0.8, 0.06, 310),
            "type": (0.83, 0.1, 193), "function": (0.759, 0.088, 248), "builtin": (0.82, 0.09, 222),
            "variable": (0.834, 0.088, 289), "parameter": (0.87, 0.065, 62), "property": (0.788, 0.109, 5),
            "self": (0.76, 0.13, 325), "namespace": (0.82, 0.06, 175), "annotation": (0.86, 0.12, 98),
            "macro": (0.74, 0.13, 330), "tag": (0.73, 0.16, 340), "attribute": (0.86, 0.08, 100),
            "punctuation": (0.7, 0.025, 285), "italic": (0.83, 0.09, 330), "bold": (0.86, 0.1, 72)},
    },
    # Wet stone under a grey sky: low chroma, blue undertone, nothing loud.
    "slate": {
        "name": "Slate", "dark": True,
        "background": (0.235, 0.018, 250), "codeBackground": (0.27, 0.02, 250),
        "inlineCodeBackground": (0.325, 0.024, 250), "border": (0.4, 0.024, 250),
        "text": (0.93, 0.012, 250), "accent": (0.76, 0.09, 235), "textOnAccent": (0.2, 0.03, 250),
        "inlineCode": (0.87, 0.055, 215),
        "roles": {
            "mutedText": (0.74, 0.02, 250), "link": (0.79, 0.09, 240), "heading": (0.88, 0.05, 235),
            "quote": (0.78, 0.025, 240), "error": (0.75, 0.12, 20), "warning": (0.84, 0.1, 82),
            "success": (0.81, 0.09, 155), "info": (0.8, 0.085, 225), "important": (0.79, 0.1, 305)},
        "tokens": {
            "comment": (0.711, 0.03, 256), "string": (0.842, 0.068, 133), "escape": (0.88, 0.11, 110),
            "regexp": (0.8, 0.09, 325), "number": (0.84, 0.102, 70), "constant": (0.79, 0.095, 42),
            "keyword": (0.771, 0.086, 309), "storage": (0.79, 0.08, 265), "operator": (0.83, 0.035, 290),
            "type": (0.841, 0.108, 192), "function": (0.77, 0.131, 236), "builtin": (0.85, 0.06, 215),
            "variable": (0.838, 0.081, 258), "parameter": (0.88, 0.04, 45), "property": (0.787, 0.088, 18),
            "self": (0.81, 0.08, 325), "namespace": (0.84, 0.045, 175), "annotation": (0.86, 0.075, 95),
            "macro": (0.81, 0.07, 320), "tag": (0.77, 0.1, 335), "attribute": (0.87, 0.075, 70),
            "punctuation": (0.77, 0.02, 245), "italic": (0.85, 0.06, 320), "bold": (0.88, 0.06, 80)},
    },
    # A clear night: deep navy, starlight, gold where a lamp is lit.
    "midnight": {
        "name": "Midnight", "dark": True,
        "background": (0.165, 0.045, 272), "codeBackground": (0.2, 0.052, 272),
        "inlineCodeBackground": (0.26, 0.065, 272), "border": (0.34, 0.07, 272),
        "text": (0.93, 0.022, 265), "accent": (0.7, 0.15, 268), "textOnAccent": (0.16, 0.05, 272),
        "inlineCode": (0.86, 0.085, 85),
        "roles": {
            "mutedText": (0.71, 0.045, 268), "link": (0.78, 0.11, 255), "heading": (0.88, 0.095, 88),
            "quote": (0.78, 0.05, 265), "error": (0.71, 0.17, 15), "warning": (0.84, 0.13, 75),
            "success": (0.81, 0.13, 165), "info": (0.79, 0.11, 230), "important": (0.77, 0.14, 305)},
        "tokens": {
            "comment": (0.657, 0.06, 266), "string": (0.871, 0.113, 149), "escape": (0.89, 0.12, 130),
            "regexp": (0.78, 0.15, 350), "number": (0.829, 0.107, 54), "constant": (0.79, 0.13, 38),
            "keyword": (0.74, 0.145, 292), "storage": (0.75, 0.125, 258), "operator": (0.83, 0.06, 275),
            "type": (0.831, 0.089, 197), "function": (0.883, 0.112, 94), "builtin": (0.86, 0.085, 72),
            "variable": (0.833, 0.083, 263), "parameter": (0.87, 0.06, 20), "property": (0.776, 0.129, 352),
            "self": (0.77, 0.13, 310), "namespace": (0.84, 0.06, 190), "annotation": (0.85, 0.1, 105),
            "macro": (0.76, 0.13, 315), "tag": (0.73, 0.155, 325), "attribute": (0.87, 0.09, 110),
            "punctuation": (0.73, 0.045, 268), "italic": (0.84, 0.09, 315), "bold": (0.9, 0.09, 60)},
    },
    # Graphite and ink: a pure grey ground, few and certain hues.
    "carbon": {
        "name": "Carbon", "dark": True,
        "background": (0.185, 0.0, 0), "codeBackground": (0.22, 0.0, 0),
        "inlineCodeBackground": (0.285, 0.0, 0), "border": (0.36, 0.0, 0),
        "text": (0.94, 0.0, 0), "accent": (0.68, 0.17, 255), "textOnAccent": (0.14, 0.02, 255),
        "inlineCode": (0.87, 0.06, 205),
        "roles": {
            "mutedText": (0.71, 0.0, 0), "link": (0.76, 0.12, 250), "heading": (0.96, 0.0, 0),
            "quote": (0.77, 0.0, 0), "error": (0.71, 0.18, 25), "warning": (0.84, 0.15, 85),
            "success": (0.78, 0.16, 148), "info": (0.77, 0.12, 240), "important": (0.76, 0.15, 305)},
        "tokens": {
            "comment": (0.669, 0.0, 0), "string": (0.806, 0.123, 145), "escape": (0.89, 0.14, 122),
            "regexp": (0.75, 0.16, 30), "number": (0.834, 0.129, 76), "constant": (0.8, 0.12, 60),
            "keyword": (0.741, 0.175, 353), "storage": (0.71, 0.16, 325), "operator": (0.84, 0.04, 350),
            "type": (0.849, 0.107, 187), "function": (0.757, 0.124, 265), "builtin": (0.8, 0.11, 245),
            "variable": (0.855, 0.077, 244), "parameter": (0.89, 0.06, 60), "property": (0.804, 0.086, 321),
            "self": (0.77, 0.13, 15), "namespace": (0.84, 0.05, 185), "annotation": (0.86, 0.13, 95),
            "macro": (0.77, 0.12, 340), "tag": (0.78, 0.14, 225), "attribute": (0.85, 0.1, 170),
            "punctuation": (0.73, 0.0, 0), "italic": (0.86, 0.08, 310), "bold": (0.97, 0.0, 0)},
    },
    # An apparition: icy cyan on black, pale as breath, with lilac behind it.
    "ghost-protocol": {
        "name": "Ghost Protocol", "dark": True,
        "background": "#08080c", "codeBackground": (0.17, 0.012, 255),
        "inlineCodeBackground": (0.23, 0.022, 230), "border": (0.31, 0.03, 225),
        "text": (0.93, 0.018, 215), "accent": "#7df9ff", "textOnAccent": "#04161a",
        "inlineCode": (0.9, 0.085, 200),
        "roles": {
            "mutedText": (0.69, 0.025, 220), "link": (0.86, 0.095, 220), "heading": (0.93, 0.08, 197),
            "quote": (0.78, 0.04, 230), "error": (0.72, 0.17, 12), "warning": (0.86, 0.12, 88),
            "success": (0.86, 0.14, 165), "info": (0.8, 0.1, 250), "important": (0.78, 0.14, 305)},
        "tokens": {
            "comment": (0.647, 0.032, 218), "string": (0.901, 0.119, 154), "escape": (0.93, 0.11, 132),
            "regexp": (0.8, 0.13, 15), "number": (0.889, 0.096, 88), "constant": (0.84, 0.09, 65),
            "keyword": (0.787, 0.129, 301), "storage": (0.79, 0.105, 275), "operator": (0.85, 0.045, 280),
            "type": (0.848, 0.097, 194), "function": (0.75, 0.076, 238), "builtin": (0.86, 0.085, 220),
            "variable": (0.838, 0.08, 267), "parameter": (0.88, 0.055, 320), "property": (0.816, 0.088, 6),
            "self": (0.82, 0.1, 325), "namespace": (0.87, 0.055, 180), "annotation": (0.88, 0.08, 80),
            "macro": (0.8, 0.11, 315), "tag": (0.75, 0.155, 330), "attribute": (0.87, 0.07, 30),
            "punctuation": (0.71, 0.03, 220), "italic": (0.87, 0.07, 310), "bold": (0.95, 0.06, 200)},
    },
    # A switched-on city: neon green wires, blue sparks and magenta signs on black.
    "electric-grid": {
        "name": "Electric Grid", "dark": True,
        "background": "#050510", "codeBackground": (0.165, 0.028, 275),
        "inlineCodeBackground": (0.225, 0.04, 275), "border": (0.31, 0.05, 275),
        "text": (0.94, 0.014, 200), "accent": "#00ff88", "textOnAccent": "#02140b",
        "inlineCode": (0.88, 0.16, 158),
        "roles": {
            "mutedText": (0.7, 0.035, 270), "link": (0.8, 0.13, 228), "heading": (0.9, 0.18, 155),
            "quote": (0.79, 0.05, 260), "error": (0.69, 0.21, 15), "warning": (0.88, 0.17, 95),
            "success": (0.84, 0.17, 172), "info": (0.8, 0.13, 232), "important": (0.76, 0.18, 305)},
        "tokens": {
            "comment": (0.641, 0.045, 264), "string": (0.895, 0.188, 148), "escape": (0.92, 0.19, 120),
            "regexp": (0.79, 0.17, 350), "number": (0.88, 0.15, 90), "constant": (0.83, 0.15, 72),
            "keyword": (0.73, 0.197, 330), "storage": (0.73, 0.17, 303), "operator": (0.84, 0.08, 325),
            "type": (0.844, 0.12, 186), "function": (0.742, 0.144, 243), "builtin": (0.83, 0.12, 218),
            "variable": (0.85, 0.076, 283), "parameter": (0.88, 0.08, 20), "property": (0.795, 0.123, 41),
            "self": (0.77, 0.17, 12), "namespace": (0.86, 0.08, 180), "annotation": (0.91, 0.17, 108),
            "macro": (0.77, 0.15, 345), "tag": (0.74, 0.17, 270), "attribute": (0.89, 0.14, 168),
            "punctuation": (0.72, 0.04, 268), "italic": (0.82, 0.13, 312), "bold": (0.92, 0.15, 100)},
    },
    # Velvet and brass: wine-dark ground, rose and copper, with steel blue to rest on.
    "crimson": {
        "name": "Crimson", "dark": True,
        "background": (0.165, 0.025, 15), "codeBackground": (0.2, 0.03, 15),
        "inlineCodeBackground": (0.26, 0.042, 15), "border": (0.35, 0.05, 15),
        "text": (0.93, 0.016, 40), "accent": "#dc2626", "textOnAccent": "#ffffff",
        "inlineCode": (0.86, 0.075, 35),
        "roles": {
            "mutedText": (0.71, 0.03, 25), "link": (0.79, 0.1, 20), "heading": (0.84, 0.1, 30),
            "quote": (0.78, 0.04, 35), "error": (0.66, 0.2, 25), "warning": (0.84, 0.14, 80),
            "success": (0.8, 0.12, 150), "info": (0.79, 0.09, 240), "important": (0.77, 0.13, 308)},
        "tokens": {
            "comment": (0.659, 0.035, 8), "string": (0.854, 0.125, 84), "escape": (0.9, 0.1, 112),
            "regexp": (0.78, 0.13, 300), "number": (0.77, 0.128, 326), "constant": (0.79, 0.11, 342),
            "keyword": (0.705, 0.18, 23), "storage": (0.76, 0.12, 358), "operator": (0.83, 0.06, 15),
            "type": (0.829, 0.098, 213), "function": (0.767, 0.116, 249), "builtin": (0.83, 0.085, 238),
            "variable": (0.803, 0.093, 46), "parameter": (0.86, 0.06, 325), "property": (0.845, 0.087, 154),
            "self": (0.82, 0.1, 0), "namespace": (0.82, 0.05, 210), "annotation": (0.89, 0.1, 100),
            "macro": (0.8, 0.1, 312), "tag": (0.77, 0.12, 285), "attribute": (0.85, 0.085, 225),
            "punctuation": (0.73, 0.03, 25), "italic": (0.84, 0.08, 340), "bold": (0.89, 0.08, 60)},
    },
    # The last of the fire: charcoal, glowing orange, smoke, and the green-blue of the flame's foot.
    "ember": {
        "name": "Ember", "dark": True,
        "background": (0.175, 0.016, 60), "codeBackground": (0.21, 0.02, 60),
        "inlineCodeBackground": (0.27, 0.03, 60), "border": (0.36, 0.035, 60),
        "text": (0.93, 0.02, 80), "accent": "#f59e0b", "textOnAccent": "#1c1004",
        "inlineCode": (0.86, 0.09, 68),
        "roles": {
            "mutedText": (0.72, 0.03, 70), "link": (0.82, 0.11, 65), "heading": (0.86, 0.115, 72),
            "quote": (0.79, 0.04, 75), "error": (0.7, 0.18, 25), "warning": "#fbbf24",
            "success": (0.81, 0.12, 140), "info": (0.81, 0.08, 210), "important": (0.77, 0.13, 306)},
        "tokens": {
            "comment": (0.668, 0.034, 68), "string": (0.828, 0.125, 123), "escape": (0.88, 0.11, 150),
            "regexp": (0.77, 0.13, 325), "number": (0.76, 0.129, 355), "constant": (0.75, 0.14, 12),
            "keyword": (0.74, 0.155, 47), "storage": (0.77, 0.1, 72), "operator": (0.84, 0.06, 55),
            "type": (0.82, 0.09, 188), "function": (0.9, 0.133, 97), "builtin": (0.84, 0.1, 78),
            "variable": (0.828, 0.067, 41), "parameter": (0.88, 0.05, 20), "property": (0.78, 0.09, 250),
            "self": (0.81, 0.1, 22), "namespace": (0.82, 0.055, 165), "annotation": (0.87, 0.11, 140),
            "macro": (0.79, 0.09, 305), "tag": (0.78, 0.1, 295), "attribute": (0.83, 0.075, 215),
            "punctuation": (0.74, 0.03, 70), "italic": (0.84, 0.08, 5), "bold": (0.9, 0.1, 85)},
    },
    # Under the trees: moss and fern, bark, a berry here and there, sky between the leaves.
    "forest": {
        "name": "Forest", "dark": True,
        "background": (0.185, 0.022, 155), "codeBackground": (0.22, 0.027, 155),
        "inlineCodeBackground": (0.28, 0.035, 155), "border": (0.36, 0.04, 155),
        "text": (0.93, 0.02, 135), "accent": (0.76, 0.15, 148), "textOnAccent": (0.18, 0.04, 150),
        "inlineCode": (0.87, 0.08, 125),
        "roles": {
            "mutedText": (0.71, 0.03, 150), "link": (0.81, 0.09, 200), "heading": (0.87, 0.11, 135),
            "quote": (0.79, 0.04, 140), "error": (0.72, 0.15, 22), "warning": (0.84, 0.13, 82),
            "success": (0.83, 0.13, 160), "info": (0.8, 0.08, 225), "important": (0.78, 0.12, 305)},
        "tokens": {
            "comment": (0.674, 0.043, 149), "string": (0.866, 0.117, 95), "escape": (0.91, 0.12, 115),
            "regexp": (0.78, 0.12, 312), "number": (0.793, 0.129, 48), "constant": (0.77, 0.125, 40),
            "keyword": (0.765, 0.134, 147), "storage": (0.79, 0.105, 170), "operator": (0.84, 0.06, 130),
            "type": (0.841, 0.09, 194), "function": (0.787, 0.109, 238), "builtin": (0.83, 0.085, 225),
            "variable": (0.862, 0.112, 142), "parameter": (0.88, 0.05, 50), "property": (0.784, 0.099, 339),
            "self": (0.79, 0.1, 20), "namespace": (0.82, 0.055, 220), "annotation": (0.85, 0.1, 85),
            "macro": (0.8, 0.08, 270), "tag": (0.75, 0.145, 22), "attribute": (0.83, 0.085, 300),
            "punctuation": (0.73, 0.035, 145), "italic": (0.84, 0.07, 340), "bold": (0.89, 0.1, 100)},
    },
    # From the reef down: blue-green depth, sea foam, sand and coral.
    "ocean": {
        "name": "Ocean", "dark": True,
        "background": (0.205, 0.035, 232), "codeBackground": (0.24, 0.041, 232),
        "inlineCodeBackground": (0.3, 0.05, 230), "border": (0.38, 0.055, 228),
        "text": (0.93, 0.02, 210), "accent": (0.76, 0.125, 205), "textOnAccent": (0.19, 0.04, 225),
        "inlineCode": (0.88, 0.075, 185),
        "roles": {
            "mutedText": (0.73, 0.035, 220), "link": (0.8, 0.105, 225), "heading": (0.88, 0.085, 190),
            "quote": (0.79, 0.04, 210), "error": (0.73, 0.15, 22), "warning": (0.85, 0.12, 82),
            "success": (0.83, 0.12, 162), "info": (0.81, 0.09, 245), "important": (0.79, 0.12, 305)},
        "tokens": {
            "comment": (0.69, 0.052, 219), "string": (0.866, 0.106, 157), "escape": (0.92, 0.12, 138),
            "regexp": (0.8, 0.11, 325), "number": (0.88, 0.1, 85), "constant": (0.8, 0.115, 48),
            "keyword": (0.743, 0.133, 277), "storage": (0.79, 0.1, 288), "operator": (0.84, 0.05, 230),
            "type": (0.858, 0.122, 210), "function": (0.781, 0.115, 235), "builtin": (0.86, 0.075, 205),
            "variable": (0.817, 0.04, 200), "parameter": (0.88, 0.055, 25), "property": (0.79, 0.115, 25),
            "self": (0.79, 0.11, 315), "namespace": (0.85, 0.05, 175), "annotation": (0.87, 0.1, 100),
            "macro": (0.8, 0.1, 325), "tag": (0.75, 0.14, 340), "attribute": (0.88, 0.1, 118),
            "punctuation": (0.76, 0.04, 218), "italic": (0.85, 0.07, 300), "bold": (0.9, 0.075, 75)},
    },
    # A good book: warm paper, brown ink, a burnt orange ribbon.
    "paper": {
        "name": "Paper", "dark": False,
        "background": (0.985, 0.008, 85), "codeBackground": (0.96, 0.013, 82),
        "inlineCodeBackground": (0.935, 0.018, 80), "border": (0.86, 0.025, 78),
        "text": (0.3, 0.025, 60), "accent": "#ea580c", "textOnAccent": "#1f0c02",
        "inlineCode": (0.44, 0.1, 45),
        "roles": {
            "mutedText": (0.52, 0.03, 65), "link": (0.5, 0.14, 40), "heading": (0.4, 0.09, 45),
            "quote": (0.47, 0.035, 65), "error": (0.5, 0.19, 25), "warning": (0.52, 0.11, 75),
            "success": (0.49, 0.12, 145), "info": (0.49, 0.11, 240), "important": (0.48, 0.16, 305)},
        "tokens": {
            "comment": (0.49, 0.031, 62), "string": (0.471, 0.112, 132), "escape": (0.52, 0.12, 118),
            "regexp": (0.5, 0.18, 355), "number": (0.505, 0.153, 42), "constant": (0.5, 0.16, 28),
            "keyword": (0.431, 0.148, 10), "storage": (0.47, 0.15, 348), "operator": (0.5, 0.08, 30),
            "type": (0.48, 0.082, 201), "function": (0.433, 0.14, 260), "builtin": (0.47, 0.1, 235),
            "variable": (0.414, 0.106, 52), "parameter": (0.45, 0.07, 95), "property": (0.447, 0.141, 324),
            "self": (0.5, 0.12, 335), "namespace": (0.45, 0.07, 180), "annotation": (0.5, 0.1, 90),
            "macro": (0.48, 0.13, 300), "tag": (0.46, 0.14, 275), "attribute": (0.48, 0.085, 172),
            "punctuation": (0.5, 0.03, 65), "italic": (0.46, 0.11, 325), "bold": (0.36, 0.06, 50)},
    },
    # First snow: white with a breath of blue, crisp primaries.
    "snow": {
        "name": "Snow", "dark": False,
        "background": (0.995, 0.002, 250), "codeBackground": (0.972, 0.006, 250),
        "inlineCodeBackground": (0.945, 0.012, 255), "border": (0.88, 0.014, 255),
        "text": (0.27, 0.025, 262), "accent": "#2563eb", "textOnAccent": "#ffffff",
        "inlineCode": (0.43, 0.13, 262),
        "roles": {
            "mutedText": (0.52, 0.025, 258), "link": (0.51, 0.19, 260), "heading": (0.33, 0.07, 262),
            "quote": (0.48, 0.03, 258), "error": (0.53, 0.2, 25), "warning": (0.54, 0.12, 70),
            "success": (0.5, 0.13, 150), "info": (0.5, 0.12, 235), "important": (0.51, 0.2, 300)},
        "tokens": {
            "comment": (0.479, 0.014, 0), "string": (0.446, 0.119, 146), "escape": (0.52, 0.12, 118),
            "regexp": (0.52, 0.18, 355), "number": (0.475, 0.129, 48), "constant": (0.5, 0.16, 32),
            "keyword": (0.468, 0.209, 303), "storage": (0.48, 0.2, 278), "operator": (0.5, 0.1, 300),
            "type": (0.484, 0.082, 215), "function": (0.506, 0.204, 260), "builtin": (0.5, 0.12, 235),
            "variable": (0.4, 0.1, 275), "parameter": (0.45, 0.08, 85), "property": (0.488, 0.175, 11),
            "self": (0.53, 0.18, 345), "namespace": (0.48, 0.08, 185), "annotation": (0.53, 0.12, 92),
            "macro": (0.51, 0.17, 315), "tag": (0.5, 0.21, 330), "attribute": (0.5, 0.1, 180),
            "punctuation": (0.5, 0.025, 258), "italic": (0.5, 0.15, 330), "bold": (0.33, 0.05, 262)},
    },
}
