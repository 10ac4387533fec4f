// A registry of shapes: what C++23 can write, in one file.
module;
#include <vector>
#include "shapes.hpp"
export module shapes.registry:core;
import <format>;
import std;
export import :shapes;

#if defined(__cpp_concepts) && __cplusplus >= 202002L
#  define NAME(x) #x
#  define EACH(f, ...) \
      do { f(__VA_ARGS__); } while (false)
#elif __has_include(<optional>)
#  pragma once
#else
#  error "needs C++20"
#endif

/**
 * @brief Draws a shape.
 * @tparam T the kind of number
 * @param[in] scale how large
 * @return the area; see \ref Shape
 */
template <typename T, std::size_t N = 16, template <class...> class Container = std::vector>
    requires std::integral<T> || (sizeof(T) > 4)
[[nodiscard("area"), gnu::pure]] constexpr auto area(const T& scale, Container<T>&& parts) noexcept -> double;

namespace shapes::detail::inline v1 {

using namespace std::literals;
using Callback = std::function<void(int, const std::string&)>;
namespace fs = std::filesystem;

template <class T>
concept Drawable = requires(T t, std::ostream& out) {
    { t.draw(out) } -> std::same_as<void>;
    typename T::value_type;
    requires !std::is_abstract_v<T>;
};

enum class Color : std::uint8_t { red = 1, green = red << 1, blue [[deprecated]] = 0xFF };

class Shape : public virtual Base<int>, private Counted {
public:
    Shape() = default;
    explicit Shape(std::string name, double width = 1.0) : name_{std::move(name)}, width_(width) {}
    Shape(const Shape&) = delete;
    virtual ~Shape() noexcept override;
    virtual void draw(std::ostream& out) const = 0;
    static constexpr int count() noexcept { return count_; }
    auto operator<=>(const Shape& other) const = default;
    Shape& operator+=(int n) & { width_ += n; return *this; }
    explicit operator bool() const { return this->width_ > 0; }
    friend std::ostream& operator<<(std::ostream& out, const Shape& shape);
    auto scaled(this auto&& self, double by) -> Shape final;
protected:
    mutable std::mutex lock_;
    std::map<std::string, std::vector<int>> index_;
private:
    static inline thread_local int count_ = 0;
    volatile unsigned long long flags_ : 3 = 0b101;
    alignas(16) std::array<float, 4> data_{};
};

template <>
struct Traits<Shape> final {
    static_assert(sizeof(int) == 4, "int is 32 bits");
    typedef long double real;
    union { int i; float f; };
    template <typename... Args> void emplace(Args&&... args) { (add(std::forward<Args>(args)), ...); }
};

constexpr long double operator""_km(long double v) { return v * 1000.0L; }
consteval int square(int n) { return n * n; }
constinit const char* const title = u8"r\u00e9sum\u00e9\n" "\x41\101\t";
const auto raw = R"json({"path": "C:\dir", "n": [1, 2]})json";
const auto wide = LR"(line one
line "two")" s;
const double numbers[] = {1'000'000, 0xFFu, 0b1010'1010, 0755, 1.5e-3f, .5, 0x1.8p3, 42ULL, 12.0_km, 100ms, 3z};
extern "C" int puts(const char*);

Generator<int> range(int from, int to) {
    for (int i = from; i < to; ++i) {
        co_yield i;
    }
    co_await std::suspend_never{};
    co_return;
}

void run(std::span<Shape*> shapes, Shape&& last, int argc, char* argv[]) {
    int *p = nullptr, &r = *p;
    auto [x, y] = std::pair{1, 'c'};
    std::vector<int> values{1, 2, 3};
    auto lambda = [=, &values, this, n = std::move(x)]<typename T>(T&& item, auto... rest) mutable noexcept -> bool {
        return item.size() > values.size() && n != 0 || !rest;
    };
    for (const auto& [key, value] : index) {
        std::cout << key << ": " << value->name() << '\n';
    }
    if (auto it = index.find("a"); it != index.end()) [[likely]] {
        delete it->second;
        it->second = new (buffer) Shape("circle");
    } else if constexpr (std::is_same_v<T, int>) {
        goto done;
    } else {
        throw std::runtime_error(std::format("bad {:>10} of {}", r, y));
    }
    try {
        auto* base = dynamic_cast<Base<int>*>(shapes[0]);
        const_cast<Shape&>(last).draw(std::cerr);
        reinterpret_cast<std::uintptr_t>(p); static_cast<void>(argc);
    } catch (const std::exception& e) {
        std::cerr << e.what() << std::endl;
    } catch (...) {
        std::terminate();
    }
    switch (static_cast<Color>(argc)) {
        using enum Color;
        case red: [[fallthrough]];
        case Color::green: break;
        default: return;
    }
    do { --argc; } while (argc > 0 and not r);
    std::sort(values.begin(), values.end(), std::greater<>());
    size_t total = sizeof...(argv) + alignof(int) + typeid(r).hash_code();
    delete[] p;
    asm volatile("nop");
    shapes->*pointer = 3; (last.*member)(1);
    decltype(auto) copy = decltype(x)(5);
    ::global::call<int, 3>(a ? b : c, 1 << 2, x % 3, ~y, p == nullptr);
done:
    return;
}

} // namespace shapes::detail
#ifdef _WIN32
BOOL APIENTRY DllMain(HMODULE module, DWORD reason, LPVOID) { return TRUE; }
#endif
Shape::Shape(int n) : Base(n), name_("none") {}
template class std::vector<Shape>;
int main() { return shapes::run<int>(nullptr); }
Stack<T>::Stack(const std::string& name, int size) : name_(name), size_{size} {}
Stack<T>::~Stack() = default;
enum class E { A, B };
struct alignas(16) P {
    static_assert(std::is_same_v<T, int>, "int only");
    [[nodiscard]] bool empty() const { return name == "x"s || size == "3"_n; }
};
namespace garden GARDEN_VISIBLE("default")
{
  inline bool
  operator==(const Bed& left, const Bed& right);
  template <typename T>
    constexpr explicit
    Bed(T&& plant)
    noexcept(noexcept(plant.grow()))
    requires (!Weed<T>);
  struct Less {
    bool
    operator()(const Bed& left, Bed right) const
    noexcept(true)
    requires (sizeof(Bed) > 4);
  };
}
struct Shed { explicit(false) Shed(int beds); explicit(sizeof(int) > 2) Shed(char bed) = delete("too small"); };
