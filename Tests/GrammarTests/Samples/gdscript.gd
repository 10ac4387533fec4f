@tool
@icon("res://icon.svg")
class_name Player extends CharacterBody2D
## A doc comment for the class. TODO: more
# A plain comment

signal health_changed(old_value: int, new_value)
signal died

enum State { IDLE, RUNNING = 5, JUMPING }
enum { A, B }

const MAX_SPEED: float = 300.0
const NAMES := ["a", 'b']
const Scene = preload("res://scene.tscn")

@export var health: int = 100
@export_range(0, 10, 0.5) var range_value := 5.0
@export_group("Stats", "stat_")
@onready var sprite: Sprite2D = $Sprite2D
@onready var label = $"UI/Name Label" as Label
@onready var unique = %UniqueNode
var velocity_2: Vector2 = Vector2.ZERO
var items: Array[String] = []
var table: Dictionary = {"key": 1, other = 2, 3: [true, false, null]}
static var counter := 0
var score: int = 0:
	set(value):
		score = clamp(value, 0, MAX_SPEED)
		score_changed.emit(score)
	get:
		return score
var numbers = [0, 1_000, 0xFF, 0b1010, 1.5, .5, 1e10, 2.5e-3, PI, TAU, INF, NAN]
var strings = ["tab\t \u00e9 \" %s {name}", 'single \'', """triple
string""", '''other''', r"raw \n", &"StringName", ^"Node/Path", "%s has %d" % [name, 5]]

class Inner extends Node:
	var x: int

	func _init(value: int = 0) -> void:
		super()
		self.x = value


func _ready() -> void:
	health_changed.connect(_on_health_changed)
	$Timer.timeout.connect(func(): print("lambda ", self.name))
	get_node("Path/To").queue_free()
	super._ready()


func _physics_process(delta: float) -> void:
	var direction := Input.get_axis("left", "right")
	if direction != 0 and not is_on_floor() or health <= 0:
		velocity.x = direction * MAX_SPEED
	elif direction in [1, 2] && !visible || x is Node2D:
		pass
	else:
		velocity.x = move_toward(velocity.x, 0, MAX_SPEED * delta)
	for i in range(10):
		if i % 2 == 0: continue
		break
	for item: String in items:
		print(item, str(i), len(items))
	while true:
		await get_tree().create_timer(1.0).timeout
		return
	match state:
		State.IDLE, State.RUNNING:
			print("state")
		[1, var x, ..] when x > 0:
			pass
		{"key": var value}:
			breakpoint
		_:
			assert(false, "bad")
	move_and_slide()


static func helper(a: int, b := 2, c = [1, 2], ...args: Array) -> Array[int]:
	var result = a if b > 0 else -b
	var bits = a & b | c ^ d << 2 >> 1; a += 1; b **= 2; c = ~a
	var callable = Callable(self, "helper"); var typed := value as int
	push_error("bad"); printerr("x"); return [result]


@rpc("any_peer", "call_local")
func remote(id: int): rpc_id(1, "x"); yield(get_tree(), "idle_frame")
